import { Button, Text } from '@mantine/core';
import { getMappingTrial, type MappingTrial, startMappingTrial } from '@pimento/contract/wire';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { useMappingTexts } from './texts/mapping-texts.ts';

const pollMs = 1_000;

/** Evaluates all products with the draft, and shows how many of them would get another outcome. */
export function DraftTrial({ channelId }: { channelId: string }) {
  const t = useMappingTexts();
  const start = useChange((api) => api.call(startMappingTrial, { params: { channelId } }));
  const trialId = start.data?.trialId;
  return (
    <>
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate(undefined)}>
        {t.trial.start}
      </Button>
      {trialId !== undefined && <TrialResult key={trialId} channelId={channelId} trialId={trialId} />}
    </>
  );
}

function TrialResult({ channelId, trialId }: { channelId: string; trialId: string }) {
  const [isRunning, setRunning] = useState(true);
  const refetchMs = isRunning ? pollMs : false;
  const { data } = useCall(getMappingTrial, { params: { channelId, trialId } }, { refetchMs });
  if (isRunning && data !== undefined && data.status !== 'Running') setRunning(false);
  const text = useTrialText(data);
  return (
    <Text size="sm" role="status">
      {text}
    </Text>
  );
}

function useTrialText(trial: MappingTrial | undefined): string {
  const t = useMappingTexts();
  const messages = useMessages();
  const formats = useFormats();
  if (trial === undefined || trial.status === 'Running')
    return t.trial.running(formats.number(trial?.checked ?? 0), formats.number(trial?.total ?? 0));
  if (trial.status !== 'Completed') return t.trial.ended[trial.status];
  const changed = Map.groupBy(
    trial.outcomes.filter(({ before, after }) => before !== after),
    ({ after }) => after,
  );
  const parts = Array.from(changed, ([after, moves]) => {
    const products = moves.reduce((sum, move) => sum + move.products, 0);
    return t.trial.become(formats.number(products), messages.outcomes[after]);
  });
  return parts.length === 0 ? t.trial.same : parts.join(', ');
}
