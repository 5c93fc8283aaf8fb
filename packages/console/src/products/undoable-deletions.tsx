import { Anchor, Button, Table, Title } from '@mantine/core';
import { listProductDeletions } from '@pimento/contract/wire';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { usePages } from '../session/use-pages.ts';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { useDeletionUndoTexts } from './selection/deletion-undo-texts.ts';
import { useDeletionUndo } from './selection/use-deletion-undo.ts';

const pageSize = 5;

/** Deletions of many products, each with a button that restores all of them. Renders nothing if there are none. */
export function UndoableDeletions() {
  const t = useMessages();
  const texts = useDeletionUndoTexts();
  const formats = useFormats();
  const { clientId, canWrite } = useWork();
  const list = usePages(callKey(clientId, listProductDeletions), (api, start, signal) =>
    api.call(listProductDeletions, { query: { limit: pageSize, ...start }, signal }),
  );
  const undo = useDeletionUndo();
  const deletions = list.data?.pages.flatMap((page) => page.deletions) ?? [];
  if (list.error !== null) return <ProblemAlert error={list.error} retry={list.refetch} />;
  if (deletions.length === 0) return null;
  return (
    <section aria-labelledby="undoable-deletions">
      <Title id="undoable-deletions" order={2} size="h4" mb="xs">
        {texts.deletions}
      </Title>
      <TableFrame
        label={texts.deletions}
        minWidth={560}
        headings={[
          { label: t.products.deletedWhen, width: 190 },
          { label: t.products.deletedWho },
          { label: texts.count, width: 120, align: 'right' },
        ]}
        actions={200}
      >
        {deletions.map(({ deletionId, finishedAt, actor, deleted, undoneBy }) => (
          <Table.Tr key={deletionId}>
            <Table.Td className="number">{formats.second(finishedAt)}</Table.Td>
            <Table.Td>{actor.name ?? actor.id}</Table.Td>
            <Table.Td ta="right" className="number">
              {formats.number(deleted)}
            </Table.Td>
            <Table.Td ta="right">
              {undoneBy !== null && (
                <Anchor component={Link} to={`/imports/${undoneBy}`} size="sm">
                  {texts.showUndo}
                </Anchor>
              )}
              {undoneBy === null && canWrite && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconArrowBackUp size={14} aria-hidden />}
                  onClick={() => undo.undo(deletionId)}
                >
                  {texts.restore(formats.number(deleted))}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </TableFrame>
      {list.hasNextPage && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="subtle"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t.common.showMore}
        </Button>
      )}
    </section>
  );
}
