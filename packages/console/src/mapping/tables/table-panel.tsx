import { Button, Paper, Stack } from '@mantine/core';
import { deleteMappingTable } from '@pimento/contract/wire';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { MappingWork } from '../draft/use-mapping.ts';
import { LookupCard } from '../lookup/lookup-card.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { NewTableDialog } from './new-table-dialog.tsx';
import { TableRows } from './table-rows.tsx';

/** The lookup tables of a draft. The rows of a table are fetched when the table is opened. */
export function TablePanel({ work }: { work: MappingWork }) {
  const { channelId, stored } = work;
  const t = useMappingTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<string>();
  const tables = Object.entries(stored.mapping.tables ?? {});
  const removal = useChange(
    (api, tableId: string) => api.call(deleteMappingTable, { params: { channelId, tableId } }),
    (_, tableId) => t.maps.removed(tableId),
  );
  const add = canWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} w="fit-content" onClick={() => setAdding(true)}>
      {t.tables.new}
    </Button>
  );
  return (
    <Stack>
      {tables.length === 0 ? (
        <Paper withBorder>
          <EmptyState icon={IconTable} title={t.tables.none} text={t.tables.noneText}>
            {add}
          </EmptyState>
        </Paper>
      ) : (
        <>
          {add}
          {tables.map(([id, { columns, rows, rowCount }]) => (
            <LookupCard
              key={id}
              id={id}
              size={t.tables.count(formats.number(rowCount ?? rows.length))}
              isOpen={open === id}
              onToggle={() => setOpen(open === id ? undefined : id)}
              removal={removal}
            >
              <TableRows channelId={channelId} tableId={id} columns={columns} />
            </LookupCard>
          ))}
        </>
      )}
      {isAdding && (
        <NewTableDialog
          channelId={channelId}
          revision={stored.revision}
          taken={tables.map(([id]) => id)}
          onClose={() => setAdding(false)}
          onCreated={(id) => {
            setAdding(false);
            setOpen(id);
          }}
        />
      )}
    </Stack>
  );
}
