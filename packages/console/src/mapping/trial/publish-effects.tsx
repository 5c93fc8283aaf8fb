import { Alert, Checkbox, List, Progress, Stack, Text } from '@mantine/core';
import type { MappingTrial } from '@pimento/contract';
import { useFormats } from '../../i18n/language.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { needsConfirmation } from './needs-confirmation.ts';
import type { DraftTrialState } from './use-trial.ts';
import { useTrialText } from './use-trial-text.ts';

/**
 * Shows how many outcomes change when the draft is published, and how many products become due for submission. Asks for confirmation if
 * products become due or if their number is unknown.
 */
export function PublishEffects(props: {
  state: DraftTrialState;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}) {
  const { state, isConfirmed, onConfirm } = props;
  const { trial, error, start } = state;
  const t = useMappingTexts();
  const isCounted = trial?.status === 'Completed' && trial.due !== null;
  return (
    <Stack gap="xs">
      <div role="status">{trial ? <Effects trial={trial} /> : <Text size="sm">{t.trial.starting}</Text>}</div>
      {error && <ProblemAlert error={error} retry={start} />}
      {needsConfirmation(trial) && (
        <Checkbox
          label={isCounted ? t.publish.confirmDue : t.publish.confirmUncounted}
          checked={isConfirmed}
          onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

function Effects({ trial }: { trial: MappingTrial }) {
  const t = useMappingTexts();
  const formats = useFormats();
  const textOf = useTrialText();
  const { status, checked, total, due } = trial;
  if (status === 'Running')
    return (
      <Stack gap={4}>
        <Text size="sm">{textOf(trial)}</Text>
        {total > 0 && <Progress value={(100 * checked) / total} aria-label={t.trial.progress} />}
      </Stack>
    );
  if (status !== 'Completed' || due === null) return <Text size="sm">{textOf(trial)}</Text>;
  const lines = [
    ...(due.again > 0 ? [t.publish.dueAgain(formats.number(due.again))] : []),
    ...(due.first > 0 ? [t.publish.dueFirst(formats.number(due.first))] : []),
  ];
  return (
    <Alert color={lines.length > 0 ? 'orange' : 'green'} variant="light" title={textOf(trial)}>
      {lines.length === 0 ? (
        t.publish.nothingDue
      ) : (
        <>
          <List size="sm" spacing={2}>
            {lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
          <Text size="sm" mt={6}>
            {t.publish.dueText}
          </Text>
        </>
      )}
    </Alert>
  );
}
