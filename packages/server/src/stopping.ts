import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './compose.ts';

/** Time limit for a start that fails or is interrupted, and for closing what it opened. */
export const startGraceMs = 10_000;

/**
 * Resolves with the first signal that stops Pimento. If Pimento is still starting at the end of the grace period after that signal, the
 * process exits.
 */
export function stopSignal(isStarted: () => boolean): Promise<'SIGINT' | 'SIGTERM'> {
  const { promise, resolve } = Promise.withResolvers<'SIGINT' | 'SIGTERM'>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // a second signal ends the process immediately
      process.once(signal, () => process.exit(130));
      setTimeout(() => isStarted() || process.exit(130), startGraceMs).unref();
      resolve(signal);
    });
  }
  return promise;
}

/**
 * Prepares the end of a service that is disposed of next. After SIGTERM, requests are still accepted for `drainMs` while /readyz answers
 * 503, because proxies need a moment to notice. After that and another `stopMs`, connections that are still open are closed, so that the
 * shutdown cannot hang.
 */
export async function prepareStop(
  service: Service,
  signal: 'SIGINT' | 'SIGTERM',
  { drainMs, stopMs }: { drainMs: number; stopMs: number },
): Promise<void> {
  service.leave();
  if (signal === 'SIGTERM') await sleep(drainMs);
  void sleep(stopMs, undefined, { ref: false }).then(() => service.app.server.closeAllConnections());
}
