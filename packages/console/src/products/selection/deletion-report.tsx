import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import type { ProductDeletion } from '@pimento/contract';
import { visibleText } from '@pimento/contract/text';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textOfProblem } from '../../ui/problem-text.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useDeletionUndoTexts } from './deletion-undo-texts.ts';
import { stillPresent } from './product-deletion.ts';

const maxShown = 100;

/** The report of a deletion that left some products undeleted: their number, their ids and the reasons. */
export function DeletionReport(props: { report: ProductDeletion; onClose: () => void; onUndo: () => void }) {
  const { report, onClose, onUndo } = props;
  const texts = useDeletionUndoTexts();
  const t = useMessages();
  const formats = useFormats();
  const { deleted, kept, problems, fault } = report;
  return (
    <Dialog title={t.products.deleted(formats.number(deleted))} onClose={onClose} size="lg">
      <Stack>
        {fault && (
          <Alert color="red" variant="light" role="alert">
            {t.products.deletionEnded} {textOfProblem(t, fault)}
          </Alert>
        )}
        {kept > 0 && (
          <>
            <Text size="sm">
              {t.products.kept(formats.number(kept))}. {stillPresent(report).length > 0 && t.products.keptSelected}
            </Text>
            <TableFrame
              label={t.products.kept(formats.number(kept))}
              minWidth={400}
              headings={[{ label: t.fields.id }, { label: t.products.whyKept }]}
            >
              {problems.slice(0, maxShown).map((problem) => (
                <Table.Tr key={problem.productId}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{visibleText(problem.productId)}</Table.Td>
                  <Table.Td>{textOfProblem(t, problem)}</Table.Td>
                </Table.Tr>
              ))}
            </TableFrame>
            {kept > maxShown && (
              <Text size="sm" c="dimmed">
                {t.submit.more(formats.number(kept - maxShown))}
              </Text>
            )}
          </>
        )}
        <Group justify="flex-end">
          {report.canUndo && (
            <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={onUndo}>
              {texts.undo}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t.common.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
