import { ActionIcon, Button, Group, Stack, Switch, Table } from '@mantine/core';
import { listMapEntries, updateMapEntries } from '@pimento/contract/wire';
import { IconClipboardText, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { usePages } from '../../session/use-pages.ts';
import { PageList } from '../../ui/page-list.tsx';
import { TableFrame } from '../../ui/table-frame.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { EntryDialog, type MapEntry } from './entry-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';

type Opened = { dialog: 'paste' } | { dialog: 'entry'; entry: MapEntry | undefined };

/** The entries of one value map, page by page. */
export function ValueMapEntries(props: { channelId: string; mapId: string; ignoreCase: boolean }) {
  const { channelId, mapId, ignoreCase } = props;
  const t = useMappingTexts();
  const { clientId, canWrite } = useWork();
  const [opened, setOpened] = useState<Opened>();
  const params = { channelId, mapId };
  const pages = usePages(callKey(clientId, listMapEntries, channelId, mapId), (api, start, signal) =>
    api.call(listMapEntries, { params, query: { limit: 200, ...start }, signal }),
  );
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Stack gap="sm">
      {canWrite && <MapTools {...params} ignoreCase={ignoreCase} onOpen={setOpened} />}
      <PageList pages={pages} isEmpty={entries.length === 0} emptyText={t.maps.noEntries}>
        <TableFrame
          label={mapId}
          minWidth={420}
          spacing={5}
          headings={[{ label: t.maps.from, width: '45%' }, { label: t.maps.to }]}
          actions={90}
        >
          {entries.map((entry) => (
            <EntryRow
              key={entry.value}
              {...params}
              entry={entry}
              onEdit={() => setOpened({ dialog: 'entry', entry })}
            />
          ))}
        </TableFrame>
      </PageList>
      {opened?.dialog === 'entry' && (
        <EntryDialog {...params} entry={opened.entry} onClose={() => setOpened(undefined)} />
      )}
      {opened?.dialog === 'paste' && <PasteDialog {...params} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

/** The tools of a value map: a button that adds entries, and a switch that ignores letter case. */
function MapTools(props: { channelId: string; mapId: string; ignoreCase: boolean; onOpen: (opened: Opened) => void }) {
  const { channelId, mapId, ignoreCase, onOpen } = props;
  const t = useMappingTexts();
  const params = { channelId, mapId };
  const caseChange = useChange((api, ignore: boolean) =>
    api.call(updateMapEntries, { params, body: { ignoreCase: ignore } }),
  );
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onOpen({ dialog: 'entry', entry: undefined })}
      >
        {t.maps.add}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconClipboardText size={14} aria-hidden />}
        onClick={() => onOpen({ dialog: 'paste' })}
      >
        {t.maps.paste}
      </Button>
      <Switch
        label={t.maps.ignoreCase}
        checked={caseChange.isPending ? caseChange.variables : ignoreCase}
        onChange={({ currentTarget }) => caseChange.mutate(currentTarget.checked)}
      />
    </Group>
  );
}

function EntryRow(props: { channelId: string; mapId: string; entry: MapEntry; onEdit: () => void }) {
  const { channelId, mapId, entry, onEdit } = props;
  const t = useMappingTexts();
  const { canWrite } = useWork();
  const params = { channelId, mapId };
  const removal = useChange(
    (api, { value, to }: MapEntry) =>
      api.call(updateMapEntries, { params, body: { entries: { [value]: null }, expected: { [value]: to } } }),
    (_, { value }) => t.maps.removed(value),
  );
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{entry.value}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{entry.to}</Table.Td>
      <Table.Td>
        {canWrite && (
          <Group gap={2} wrap="nowrap" justify="flex-end">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.maps.edit(entry.value)}
              title={t.maps.edit(entry.value)}
              onClick={onEdit}
            >
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.maps.remove(entry.value)}
              title={t.maps.remove(entry.value)}
              loading={removal.isPending && removal.variables.value === entry.value}
              onClick={() => removal.mutate(entry)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
