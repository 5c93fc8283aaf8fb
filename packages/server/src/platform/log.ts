import { pino, type Logger } from 'pino';

export type Log = Logger;

/** One JSON object a line on stderr, so that stdout stays free for people. Credentials are never logged. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
