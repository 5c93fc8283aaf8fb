import { Button, Text } from '@mantine/core';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { useTrial } from './use-trial.ts';
import { useTrialText } from './use-trial-text.ts';

/** Evaluates all products with the draft, and shows the number of products whose outcome would change. */
export function DraftTrial({ channelId }: { channelId: string }) {
  const t = useMappingTexts();
  const textOf = useTrialText();
  const { start, isStarting, trial } = useTrial(channelId);
  return (
    <>
      <Button variant="default" loading={isStarting} onClick={start}>
        {t.trial.start}
      </Button>
      {trial && (
        <Text size="sm" role="status">
          {textOf(trial)}
        </Text>
      )}
    </>
  );
}
