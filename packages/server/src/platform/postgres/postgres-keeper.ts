import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresProcess } from './postgres-process.ts';
import { StartRefusedError } from '../start-refused.ts';

const pause = 1_000;

/** Starts a server. Retries for up to 30 s while backends of a killed server are still ending. @throws errors of `start` */
export async function startPatiently(start: () => Promise<PostgresProcess>): Promise<PostgresProcess> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const busy = error instanceof StartRefusedError && error.message.includes('pre-existing shared memory block');
      if (!busy || performance.now() > deadline) throw error;
    }
    await delay(100);
  }
}

/**
 * Restarts the server one second after an unexpected end, for example if it was killed for lack of memory or shut down manually.
 * @returns a function that stops both the server and the restarts
 */
export function keepRunning(
  first: PostgresProcess,
  start: () => Promise<PostgresProcess>,
  log: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let current = first;
  let restarting: Promise<void> | undefined;

  const restart = async () => {
    while (!stopping.signal.aborted) {
      await delay(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        current = await start();
        void watch(current);
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const watch = async ({ exited }: PostgresProcess) => {
    const how = await exited;
    if (stopping.signal.aborted) return;
    log(`The database server stopped unexpectedly (${how}) and is started again.`);
    restarting = restart();
  };
  void watch(first);

  return async () => {
    stopping.abort();
    // Waits for a restart for at most 10 s, because a recovery can take minutes. If this process ends first, the watchdog stops the server.
    await Promise.race([restarting, delay(10_000, undefined, { ref: false })]);
    await current.stop();
  };
}
