import { getMappingTrial, type MappingTrial, startMappingTrial } from '@pimento/contract/wire';
import { useState } from 'react';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';

const pollMs = 1_000;

/** The evaluation of all products with the draft. `trial` is undefined until it has started. */
export interface DraftTrialState {
  start: () => void;
  isStarting: boolean;
  error: Error | null;
  trial: MappingTrial | undefined;
}

/**
 * Starts trials of a draft, and polls the last trial until it has ended.
 * @param options.showsFailure true if the caller shows why a trial could not be started
 */
export function useTrial(channelId: string, options: { showsFailure?: boolean } = {}): DraftTrialState {
  const start = useChange(
    (api, _input: void) => api.call(startMappingTrial, { params: { channelId } }),
    undefined,
    options,
  );
  const trialId = start.data?.trialId ?? '';
  const [endedId, setEndedId] = useState<string>();
  const refetchMs = endedId === trialId ? false : pollMs;
  const { data } = useCall(getMappingTrial, { params: { channelId, trialId } }, { enabled: trialId !== '', refetchMs });
  const trial = data?.trialId === trialId ? data : start.data;
  if (trial !== undefined && trial.status !== 'Running' && endedId !== trial.trialId) setEndedId(trial.trialId);
  return { start: () => start.mutate(), isStarting: start.isPending, error: start.error, trial };
}
