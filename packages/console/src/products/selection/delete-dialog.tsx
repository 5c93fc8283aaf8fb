import { Alert, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import type { ProductDeletion } from '@pimento/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { TableFrame } from '../../ui/table-frame.tsx';
import { readRecount, type SeenCount } from '../../product-query/count-differs.ts';
import { deleteChosen } from './product-deletion.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { RecountAlert } from '../../product-query/recount-alert.tsx';
import type { Selection } from './use-selection.ts';

const shown = 100;

/** Asks once more, asks again where the list has changed meanwhile, shows how far the deletion is, and says what was not deleted and why. */
export function DeleteDialog(props: {
  search: ProductSearch;
  selection: Selection;
  /** What is shown of the list, and what is to go. */
  counted: SeenCount;
  onClose: () => void;
}) {
  const { search, selection, onClose } = props;
  const t = useMessages();
  const formats = useFormats();
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(props.counted);
  const [before, setBefore] = useState<number>();
  const count = formats.number(seen.count);
  const [progress, setProgress] = useState<ProductDeletion>();
  // who closes the dialog meanwhile is told the outcome by a message
  const isClosed = useRef(false);
  const settle = (report: ProductDeletion) => selection.choose(stillThere(report));
  const removal = useChange(
    (api, _input: void) => deleteChosen(api, search, selection, seen, setProgress),
    (report) => {
      const isComplete = report.kept === 0 && report.fault === null;
      if (!isComplete && !isClosed.current) return undefined;
      if (!isClosed.current) onClose();
      settle(report);
      const outcome = [t.products.deleted(formats.number(report.deleted))];
      if (report.kept > 0) outcome.push(t.products.kept(formats.number(report.kept)));
      if (report.fault !== null) outcome.push(`${t.products.deletionEnded} ${report.fault.message}`);
      return outcome.join('. ');
    },
    { showsFailure: true },
  );
  const start = () =>
    removal.mutate(undefined, {
      onError(error) {
        const recount = readRecount(error);
        if (!recount) return;
        setBefore(seen.count);
        setSeen(recount);
        void queryClient.invalidateQueries({ queryKey: [clientId] });
      },
    });
  const { data: report } = removal;
  if (report)
    return (
      <DeletionReport
        report={report}
        onClose={() => {
          onClose();
          settle(report);
        }}
      />
    );
  const leave = () => {
    isClosed.current = removal.isPending;
    onClose();
  };
  const part = progress?.chosen ? (100 * (progress.deleted + progress.kept)) / progress.chosen : 0;
  return (
    <Dialog title={t.products.deleteTitle(count)} onClose={leave} locked={removal.isPending}>
      <Stack>
        {before !== undefined && !removal.isPending && <RecountAlert before={before} now={seen.count} />}
        {removal.isError && !readRecount(removal.error) && <ProblemAlert error={removal.error} />}
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
            <Button variant="default" onClick={leave}>
              {t.common.close}
            </Button>
          </Group>
        ) : (
          <DialogActions
            onClose={onClose}
            submit={t.products.deleteConfirm(count)}
            color="red"
            loading={false}
            disabled={seen.count === 0}
            onSubmit={start}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** Products that were not deleted and can still be: they stay selected. */
const stillThere = ({ problems }: ProductDeletion): string[] =>
  problems.filter(({ code }) => code === 'changed-meanwhile').map(({ productId }) => productId);

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
            <Text size="sm">
              {t.products.kept(formats.number(kept))}. {stillThere(report).length > 0 && t.products.keptSelected}
            </Text>
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
