import { pino, type Logger } from 'pino';
import { currentTrace } from './telemetry/tracing.ts';

export type Log = Logger;

/**
 * Creates a log that writes one JSON object per line to stderr, so that stdout has only messages for people. Redacts credentials in request
 * headers.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      // the ids of the span to which the line belongs, if traces are exported
      mixin: () => currentTrace() ?? {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
