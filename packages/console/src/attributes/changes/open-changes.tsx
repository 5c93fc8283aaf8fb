import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { DefinitionChange } from '@pimento/contract';
import { cancelDefinitionChange } from '@pimento/contract/wire';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { useOpenChanges } from './use-definition-changes.ts';

const maxShown = 3;

/** The changes to definitions whose stored values are being checked or adapted, with their progress. */
export function OpenChanges({ isSaving = false }: { isSaving?: boolean }) {
  const t = useMessages();
  const formats = useFormats();
  const changes = useOpenChanges(isSaving);
  const more = changes.length - maxShown;
  return (
    <>
      {changes.slice(0, maxShown).map((change) => (
        <OpenChange key={change.changeId} change={change} />
      ))}
      {more > 0 && <Text size="sm">{t.definitionChange.more(formats.number(more))}</Text>}
    </>
  );
}

function OpenChange({ change }: { change: DefinitionChange }) {
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const cancel = useChange(
    (api, changeId: string) => api.call(cancelDefinitionChange, { params: { changeId } }),
    () => t.definitionChange.cancelled,
  );
  const isChecking = change.status === 'Checking';
  const [done, all] = isChecking ? [change.checked, change.products] : [change.converted, change.toConvert];
  const names = change.attributes.map(({ name }) => name).join(', ');
  const texts = t.definitionChange;
  return (
    <Alert variant="light" color="blue" title={isChecking ? texts.checking(names) : texts.converting(names)}>
      <Stack gap="xs">
        <Progress value={(100 * Math.min(done, all)) / Math.max(1, all)} aria-label={texts.checking(names)} />
        <Group justify="space-between">
          <Text size="sm" className="number">
            {(isChecking ? texts.checked : texts.converted)(formats.number(done), formats.number(all))}
          </Text>
          {isChecking && canWrite && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate(change.changeId)}
            >
              {texts.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
