import { Worker } from 'node:worker_threads';
import type { Attack, Target } from './attacks.ts';

export type AttackName = (typeof attackNames)[number];
export const attackNames = [
  'trickled-imports',
  'stopped-imports',
  'unread-exports',
  'repeated-exports',
  'costly-queries',
  'anonymous-bodies',
  'repeated-archives',
  // This attack comes last by default, because its pictures are still being decoded long after it has ended.
  'costly-assets',
  // Deletes the client that the other attacks use, so it runs only if it is named.
  'client-deletion',
] as const;

/**
 * Starts an attack in a separate thread, so that its work does not delay the measurement. Resolves when the attack has begun. Disposing of
 * the attack throws if its thread has already ended, because part of the measurement was then without the attack.
 */
export async function startAttack(name: AttackName, target: Target): Promise<Attack> {
  const worker = new Worker(new URL('./attacker-thread.ts', import.meta.url), { workerData: { name, target } });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: unknown;
  let isEnding = false;
  const fail = (error: unknown) => {
    if (!isEnding) failure ??= error;
    reject(error);
  };
  worker.once('message', () => resolve());
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread of ${name} ended early with code ${code}`)));
  await promise;
  return {
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await worker.terminate();
      if (failure !== undefined) throw new Error(`${name} did not last for the whole measurement`, { cause: failure });
    },
  };
}
