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
  // This attack comes last, because its pictures are still being decoded long after it has ended.
  'costly-assets',
  // Deletes the client that the other attacks use, so it runs only if it is named.
  'client-deletion',
] as const;

/** Starts an attack in a separate thread, so that its work does not delay the measurement. Resolves when the attack has begun. */
export async function startAttack(name: AttackName, target: Target): Promise<Attack> {
  const worker = new Worker(new URL('./attacker-thread.ts', import.meta.url), { workerData: { name, target } });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('message', () => resolve());
  worker.once('error', reject);
  await promise;
  return {
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
