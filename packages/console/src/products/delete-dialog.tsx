import { Alert, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import type { ProductDeletion } from '@pimento/contract';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { deleteChosen } from './product-deletion.ts';
import type { ProductSearch } from './product-search.ts';
import type { Selection } from './use-selection.ts';

const shown = 100;

/** Asks once more, shows how far the deletion is, and says what was not deleted and why. */
export function DeleteDialog(props: {
  search: ProductSearch;
  selection: Selection;
  /** Of the products, as it is read. */
  count: string;
  onClose: () => void;
}) {
  const { search, selection, count, onClose } = props;
  const t = useMessages();
  const formats = useFormats();
  const [progress, setProgress] = useState<ProductDeletion>();
  const removal = useChange(
    (api, _input: void) => deleteChosen(api, search, selection, setProgress),
    (report) => {
      if (report.kept > 0 || report.fault !== null) return undefined;
      onClose();
      selection.clear();
      return t.products.deleted(formats.number(report.deleted));
    },
  );
  const finish = () => {
    onClose();
    selection.clear();
  };
  if (removal.data) return <DeletionReport report={removal.data} onClose={finish} />;
  const part = progress?.chosen ? (100 * (progress.deleted + progress.kept)) / progress.chosen : 0;
  return (
    <Dialog title={t.products.deleteTitle(count)} onClose={onClose} locked={removal.isPending}>
      <Stack>
        <Text size="sm">{removal.isPending ? t.products.deleteGoesOn : t.products.deleteText}</Text>
        {removal.isPending && (
          <Stack gap={6} aria-live="polite">
            <Progress value={part} animated aria-label={t.products.deleting} />
            <Text size="sm" c="dimmed" className="number">
              {t.products.deletedSoFar(formats.number(progress?.deleted ?? 0))}
            </Text>
          </Stack>
        )}
        {removal.isPending ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t.common.close}
            </Button>
          </Group>
        ) : (
          <DialogActions
            onClose={onClose}
            submit={t.products.deleteConfirm(count)}
            color="red"
            loading={false}
            onSubmit={() => removal.mutate()}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function DeletionReport({ report, onClose }: { report: ProductDeletion; onClose: () => void }) {
  const t = useMessages();
  const formats = useFormats();
  const { deleted, kept, problems, fault } = report;
  return (
    <Dialog title={t.products.deleted(formats.number(deleted))} onClose={onClose} size="lg">
      <Stack>
        {fault && (
          <Alert color="red" variant="light" role="alert">
            {t.products.deletionEnded} {fault.message}
          </Alert>
        )}
        {kept > 0 && (
          <>
            <Text size="sm">{t.products.kept(formats.number(kept))}</Text>
            <TableFrame
              label={t.products.kept(formats.number(kept))}
              minWidth={400}
              headings={[{ label: t.fields.id }, { label: t.products.whyKept }]}
              spacing="xs"
            >
              {problems.slice(0, shown).map(({ productId, message }) => (
                <Table.Tr key={productId}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{productId}</Table.Td>
                  <Table.Td>{message}</Table.Td>
                </Table.Tr>
              ))}
            </TableFrame>
            {kept > shown && (
              <Text size="sm" c="dimmed">
                {t.submit.more(formats.number(kept - shown))}
              </Text>
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t.common.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
