import { Stack, Switch } from '@mantine/core';
import { listMapEntries, updateMapEntries } from '@pimento/contract/wire';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { usePages } from '../../session/use-pages.ts';
import { LookupRows } from '../lookup/lookup-rows.tsx';
import { LookupTools } from '../lookup/lookup-tools.tsx';
import { PasteDialog } from '../lookup/paste-dialog.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { EntryDialog, type MapEntry, type StoredEntry } from './entry-dialog.tsx';
import { UnmappedValues } from './unmapped-values.tsx';

type Opened = { dialog: 'paste' } | { dialog: 'entry'; entry: StoredEntry | undefined };

/** The entries of one value map, with a search. The list is loaded page by page while the user scrolls. */
export function ValueMapEntries(props: { channelId: string; mapId: string; ignoreCase: boolean }) {
  const { channelId, mapId, ignoreCase } = props;
  const t = useMappingTexts();
  const { clientId, canWrite } = useWork();
  const [opened, setOpened] = useState<Opened>();
  const [text, setText] = useState<string>();
  const params = { channelId, mapId };
  const pages = usePages(callKey(clientId, listMapEntries, channelId, mapId, text), (api, start, signal) =>
    api.call(listMapEntries, {
      params,
      query: { limit: 1000, ...start, ...(text === undefined ? {} : { text }) },
      signal,
    }),
  );
  const removal = useChange(
    (api, { value, to }: MapEntry) =>
      api.call(updateMapEntries, { params, body: { entries: { [value]: null }, expected: { [value]: to } } }),
    (_, { value }) => t.maps.removed(value),
  );
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const close = () => setOpened(undefined);
  const entryOf = ([value = '', to = '']: readonly string[]): MapEntry => ({ value, to });
  return (
    <Stack gap="sm">
      {canWrite && <MapTools {...params} ignoreCase={ignoreCase} onOpen={setOpened} />}
      <UnmappedValues
        {...params}
        onAdd={(value) => setOpened({ dialog: 'entry', entry: { value, to: '', isRemoved: true } })}
      />
      <LookupRows
        label={mapId}
        columns={[t.maps.from, t.maps.to]}
        rows={entries.map(({ value, to }) => [value, to])}
        pages={pages}
        text={text}
        onText={setText}
        emptyText={t.maps.noEntries}
        removing={removal.isPending ? removal.variables.value : undefined}
        onEdit={(row) => setOpened({ dialog: 'entry', entry: entryOf(row) })}
        onRemove={(row) => removal.mutate(entryOf(row))}
      />
      {opened?.dialog === 'entry' && <EntryDialog {...params} entry={opened.entry} onClose={close} />}
      {opened?.dialog === 'paste' && <PastedEntries {...params} onClose={close} />}
    </Stack>
  );
}

function PastedEntries(props: { channelId: string; mapId: string; onClose: () => void }) {
  const { onClose, ...params } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const change = useChange(
    (api, rows: ReadonlyMap<string, readonly string[]>) => {
      const entries = Object.fromEntries(Array.from(rows, ([value, [, to = '']]) => [value, to]));
      return api.call(updateMapEntries, { params, body: { entries } });
    },
    (_, rows) => {
      onClose();
      return t.maps.pasted(formats.number(rows.size));
    },
    { showsFailure: true },
  );
  return (
    <PasteDialog
      title={t.maps.paste}
      text={t.maps.pasteText}
      columns={2}
      mayBeEmpty={false}
      change={change}
      onClose={onClose}
    />
  );
}

/** The tools of a value map, with a switch that ignores letter case. */
function MapTools(props: { channelId: string; mapId: string; ignoreCase: boolean; onOpen: (opened: Opened) => void }) {
  const { channelId, mapId, ignoreCase, onOpen } = props;
  const t = useMappingTexts();
  const params = { channelId, mapId };
  const caseChange = useChange((api, ignore: boolean) =>
    api.call(updateMapEntries, { params, body: { ignoreCase: ignore } }),
  );
  return (
    <LookupTools
      add={{ label: t.maps.add, onOpen: () => onOpen({ dialog: 'entry', entry: undefined }) }}
      paste={{ label: t.maps.paste, onOpen: () => onOpen({ dialog: 'paste' }) }}
    >
      <Switch
        label={t.maps.ignoreCase}
        checked={caseChange.isPending ? caseChange.variables : ignoreCase}
        onChange={({ currentTarget }) => caseChange.mutate(currentTarget.checked)}
      />
    </LookupTools>
  );
}
