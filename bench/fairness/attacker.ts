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
  // last, because its pictures are decoded for long after its end
  'costly-assets',
] as const;

/** Starts an attack in a thread of its own, so that its work does not delay the measurement. Resolves when it has begun. */
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
