import { Button, Text } from '@mantine/core';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { useTrial } from './use-trial.ts';
import { useTrialText } from './use-trial-text.ts';

/**
 * A button that evaluates all products with the draft, and a text that shows the progress and then how many products would get a different
 * outcome.
 */
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
