import type { MappingTrial } from '@pimento/contract';

/** Returns whether publishing needs a confirmation: products become due, or it is not known how many. */
export function needsConfirmation(trial: Pick<MappingTrial, 'status' | 'due'> | undefined): boolean {
  if (trial?.status !== 'Completed' || trial.due === null) return true;
  return trial.due.again + trial.due.first > 0;
}
