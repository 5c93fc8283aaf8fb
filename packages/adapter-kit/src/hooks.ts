export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Measurements for a monitoring system. */
export type Metric =
  | { name: 'polled'; events: number }
  | { name: 'handled'; eventType: string; ms: number }
  | { name: 'retried'; eventType: string; waitMs: number }
  | { name: 'parked'; eventType: string }
  | { name: 'delivered'; products: number; ms: number }
  | { name: 'held'; failures: number; waitMs: number };

export interface Parked {
  eventId: string;
  eventType: string;
  clientId: string;
  reason: string;
}

export interface Hooks {
  log?(level: LogLevel, message: string, fields: LogFields): void;
  metric?(metric: Metric): void;
  /** Called after an event was parked. The attempt to report the reason to the client may have failed. */
  parked?(parked: Parked): void;
}

/** Writes a log entry to stderr as one line of JSON. */
export function logToStderr(level: LogLevel, message: string, fields: LogFields): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
}
