import { Stack } from '@mantine/core';
import { listTableRows, updateTableRows } from '@pimento/contract/wire';
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
import { RowDialog } from './row-dialog.tsx';

type Opened = { dialog: 'paste' } | { dialog: 'row'; row: readonly string[] | undefined };

/** The rows of one lookup table, with a search. The list is loaded page by page while the user scrolls. */
export function TableRows(props: { channelId: string; tableId: string; columns: readonly string[] }) {
  const { channelId, tableId, columns } = props;
  const t = useMappingTexts();
  const { clientId, canWrite } = useWork();
  const [opened, setOpened] = useState<Opened>();
  const [text, setText] = useState<string>();
  const params = { channelId, tableId };
  const pages = usePages(callKey(clientId, listTableRows, channelId, tableId, text), (api, start, signal) =>
    api.call(listTableRows, {
      params,
      query: { limit: 1000, ...start, ...(text === undefined ? {} : { text }) },
      signal,
    }),
  );
  const removal = useChange(
    (api, row: readonly string[]) => {
      const [key = ''] = row;
      return api.call(updateTableRows, { params, body: { rows: { [key]: null }, expected: { [key]: [...row] } } });
    },
    (_, [key = '']) => t.maps.removed(key),
  );
  const close = () => setOpened(undefined);
  return (
    <Stack gap="sm">
      {canWrite && (
        <LookupTools
          add={{ label: t.tables.add, onOpen: () => setOpened({ dialog: 'row', row: undefined }) }}
          paste={{ label: t.tables.paste, onOpen: () => setOpened({ dialog: 'paste' }) }}
        />
      )}
      <LookupRows
        label={tableId}
        columns={columns}
        rows={pages.data?.pages.flatMap((page) => page.rows) ?? []}
        pages={pages}
        text={text}
        onText={setText}
        emptyText={t.tables.noRows}
        removing={removal.isPending ? removal.variables[0] : undefined}
        onEdit={(row) => setOpened({ dialog: 'row', row })}
        onRemove={(row) => removal.mutate(row)}
      />
      {opened?.dialog === 'row' && <RowDialog {...params} columns={columns} row={opened.row} onClose={close} />}
      {opened?.dialog === 'paste' && <PastedTableRows {...params} columns={columns} onClose={close} />}
    </Stack>
  );
}

function PastedTableRows(props: {
  channelId: string;
  tableId: string;
  columns: readonly string[];
  onClose: () => void;
}) {
  const { columns, onClose, ...params } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const change = useChange(
    (api, rows: ReadonlyMap<string, readonly string[]>) => {
      const changed = Object.fromEntries(Array.from(rows, ([key, row]) => [key, [...row]]));
      return api.call(updateTableRows, { params, body: { rows: changed } });
    },
    (_, rows) => {
      onClose();
      return t.maps.pasted(formats.number(rows.size));
    },
    { showsFailure: true },
  );
  return (
    <PasteDialog
      title={t.tables.paste}
      text={t.tables.pasteText(columns.join(', '))}
      columns={columns.length}
      mayBeEmpty
      change={change}
      onClose={onClose}
    />
  );
}
