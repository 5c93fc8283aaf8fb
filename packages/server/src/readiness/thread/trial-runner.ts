import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import type { Evaluations } from './evaluation-runner.ts';

/**
 * Starts the worker that runs trials of mappings in the thread of the evaluations, step by step, so that evaluations continue between the
 * steps.
 */
export function startTrials(
  deps: WorkerDeps & { evaluations: Pick<Evaluations, 'run'>; hasTrials: () => Promise<boolean> },
): Worker {
  const { evaluations, hasTrials } = deps;
  return createWorker(deps, {
    name: 'mapping trials',
    everyMs: 1_000,
    next: async () => (await hasTrials()) && (await evaluations.run('trial', undefined)),
  });
}
