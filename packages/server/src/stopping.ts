import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './compose.ts';

/** Time limit in milliseconds for closing all resources when a start fails or is interrupted. */
export const startGraceMs = 10_000;

/**
 * Resolves with the first SIGINT or SIGTERM. If Pimento is still starting `startGraceMs` later, the process exits. A second signal ends
 * the process immediately.
 */
export function stopSignal(isStarted: () => boolean): Promise<'SIGINT' | 'SIGTERM'> {
  const { promise, resolve } = Promise.withResolvers<'SIGINT' | 'SIGTERM'>();
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(130);
      isStopping = true;
      setTimeout(() => isStarted() || process.exit(130), startGraceMs).unref();
      resolve(signal);
    });
  }
  return promise;
}

/**
 * Takes this process out of rotation. Dispose of the service next. After SIGTERM, waits for `drainMs` while /readyz answers 503 and
 * requests are still accepted, because proxies need time to notice. Connections that are still open `stopMs` later are closed, so that the
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
