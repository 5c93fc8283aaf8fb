import type { MappingTrial } from '@pimento/contract';

/** Returns true if publishing needs a confirmation, because some products become due for submission or their number is unknown. */
export function needsConfirmation(trial: Pick<MappingTrial, 'status' | 'due'> | undefined): boolean {
  if (trial?.status !== 'Completed' || trial.due === null) return true;
  return trial.due.again + trial.due.first > 0;
}
