import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useWork } from '../../session/session.tsx';
import { PageList } from '../../ui/page-list.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { VirtualTable } from '../../ui/virtual/virtual-table.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';

type Pages = Parameters<typeof PageList>[0]['pages'];

/** The rows of a value map or a lookup table, with a search and buttons that change and remove a row. The first cell is the key. */
export function LookupRows(props: {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  pages: Pages;
  text: string | undefined;
  onText: (text: string | undefined) => void;
  emptyText: string;
  /** Key of the row that is being removed. */
  removing: string | undefined;
  onEdit: (row: readonly string[]) => void;
  onRemove: (row: readonly string[]) => void;
}) {
  const { label, columns, rows, pages, text, onText, emptyText, removing, onEdit, onRemove } = props;
  const t = useMappingTexts();
  const { canWrite } = useWork();
  const isSearched = text !== undefined;
  return (
    <Stack gap="xs">
      {(rows.length > 0 || isSearched) && (
        <SearchField label={t.lookup.search(label)} placeholder={t.lookup.searchShort} value={text} onChange={onText} />
      )}
      <PageList
        pages={{ ...pages, hasNextPage: false }}
        isEmpty={rows.length === 0}
        emptyText={isSearched ? t.lookup.nothing : emptyText}
      >
        <VirtualTable
          label={label}
          minWidth={140 * columns.length + 120}
          columns={[
            ...columns.map((column) => ({ label: column, width: 'minmax(0, 1fr)' })),
            ...(canWrite ? [{ label: t.lookup.actions, width: '64px', isHidden: true }] : []),
          ]}
          count={rows.length}
          hasMore={pages.hasNextPage}
          loadMore={() => {
            if (!pages.isFetchingNextPage) void pages.fetchNextPage();
          }}
          // several rows can have the same key
          keyOf={(index) => `${index} ${rows[index]?.[0] ?? ''}`}
          cellsOf={(index) => {
            const row = rows[index] ?? [];
            const cells = columns.map((column, at) => <Cell key={column} text={row[at] ?? ''} />);
            if (!canWrite) return cells;
            return [
              ...cells,
              <RowActions
                key="actions"
                name={row[0] ?? ''}
                isRemoving={removing !== undefined && removing === row[0]}
                onEdit={() => onEdit(row)}
                onRemove={() => onRemove(row)}
              />,
            ];
          }}
        />
      </PageList>
    </Stack>
  );
}

function Cell({ text }: { text: string }) {
  return text === '' ? (
    <Text span size="sm" c="dimmed">
      –
    </Text>
  ) : (
    text
  );
}

function RowActions(props: { name: string; isRemoving: boolean; onEdit: () => void; onRemove: () => void }) {
  const { name, isRemoving, onEdit, onRemove } = props;
  const t = useMappingTexts();
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.maps.edit(name)}
        title={t.maps.edit(name)}
        onClick={onEdit}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.maps.remove(name)}
        title={t.maps.remove(name)}
        loading={isRemoving}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
