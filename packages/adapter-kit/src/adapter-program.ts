import type { AnyAdapter } from './adapter.ts';
import { logToStderr } from './hooks.ts';
import { runAdapter, type RunOptions } from './run-adapter.ts';
import type { BackOff, WaitRange } from './wait-rules.ts';

/**
 * Reads the options of a run from the environment variables PIMENTO_URL, PIMENTO_KEY (a secret, or keyId:secret), PIMENTO_STATE (folder of
 * the journal, default ./state) and PIMENTO_POLL_SECONDS (minimum wait between polls, default 30). A minimum wait below 2 seconds also
 * shortens the back-off.
 * @throws Error if PIMENTO_URL or PIMENTO_KEY is missing, or if PIMENTO_POLL_SECONDS is not a number above 0
 */
export function optionsFromEnvironment(environment: Record<string, string | undefined>): RunOptions {
  const baseUrl = environment['PIMENTO_URL'];
  const key = environment['PIMENTO_KEY'];
  const missing = Object.entries({ PIMENTO_URL: baseUrl, PIMENTO_KEY: key }).filter(([, value]) => !value);
  if (!baseUrl || !key) throw new Error(`${missing.map(([name]) => name).join(' and ')} must be set.`);
  const seconds = Number(environment['PIMENTO_POLL_SECONDS'] || 30);
  if (!(seconds > 0)) throw new Error('PIMENTO_POLL_SECONDS must be a number above 0.');
  const colon = key.indexOf(':');
  return {
    baseUrl,
    credential: colon < 1 ? key : { keyId: key.slice(0, colon), secret: key.slice(colon + 1) },
    journalFile: `${environment['PIMENTO_STATE'] || 'state'}/journal.ndjson`,
    ...waitsFor(seconds),
  };
}

function waitsFor(pollSeconds: number): { poll: WaitRange; backOff: BackOff; retry: BackOff } {
  const minMs = pollSeconds * 1000;
  const unit = Math.min(1000, minMs / 2);
  return {
    poll: { minMs, maxMs: minMs * 2 },
    backOff: { firstMs: unit, maxMs: unit * 300 },
    retry: { firstMs: unit * 2, maxMs: unit * 300 },
  };
}

/**
 * Runs an adapter as a program. Reads settings from the environment and `--once` from the command line, stops gracefully on SIGTERM and
 * SIGINT, and logs to stderr. The exit code is 0, 1 if a run with `--once` parked events, or 2 after an error.
 */
export async function runAdapterProgram(adapter: AnyAdapter, more: Partial<RunOptions> = {}): Promise<void> {
  const stop = new AbortController();
  const ask = () => stop.abort();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, ask);
  try {
    const once = process.argv.includes('--once');
    const options = { ...optionsFromEnvironment(process.env), once, signal: stop.signal, ...more };
    const { handled, parked } = await runAdapter(adapter, options);
    logToStderr('info', 'the adapter has ended', { handled, parked });
    process.exitCode = once && parked > 0 ? 1 : 0;
  } catch (error) {
    logToStderr('error', error instanceof Error ? error.message : 'the adapter failed', {});
    process.exitCode = 2;
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeListener(signal, ask);
  }
}
