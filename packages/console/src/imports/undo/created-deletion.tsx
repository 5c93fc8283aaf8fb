import { Alert, Loader, Text } from '@mantine/core';
import { getProductDeletion } from '@pimento/contract/wire';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { textOfProblem } from '../../ui/problem-text.ts';
import { useUndoTexts } from './undo-texts.ts';

const pollMs = 300;
const endedMs = 3_600_000;

/** The progress and the result of deleting the products that an import created. */
export function CreatedDeletion({ deletionId }: { deletionId: string }) {
  const t = useMessages();
  const texts = useUndoTexts();
  const formats = useFormats();
  const { data, error, refetch } = useCall(
    getProductDeletion,
    { params: { deletionId } },
    { refetchMs: ({ status }) => (status === 'Deleting' ? pollMs : endedMs) },
  );
  if (error !== null) return <ProblemAlert error={error} retry={refetch} />;
  if (!data) return <Loader size="sm" />;
  const { status, deleted, kept, fault } = data;
  if (fault !== null)
    return (
      <Alert color="red" variant="light" role="alert">
        {textOfProblem(t, fault)}
      </Alert>
    );
  if (status === 'Deleting') return <Text size="sm">{texts.deleting(formats.number(deleted))}</Text>;
  return (
    <div role="status">
      <Text fw={600}>{texts.deleted(formats.number(deleted))}</Text>
      {kept > 0 && <Text size="sm">{texts.deletedKept(formats.number(kept))}</Text>}
    </div>
  );
}
