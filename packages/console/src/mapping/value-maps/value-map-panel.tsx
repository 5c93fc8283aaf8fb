import { Button, Paper, Stack } from '@mantine/core';
import { deleteValueMap } from '@pimento/contract/wire';
import { IconArrowsRightLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { MappingWork } from '../draft/use-mapping.ts';
import { LookupCard } from '../lookup/lookup-card.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { NewMapDialog } from './new-map-dialog.tsx';
import { ValueMapEntries } from './value-map-entries.tsx';

/** The value maps of a draft. The entries of a map are fetched when the map is opened. */
export function ValueMapPanel({ work }: { work: MappingWork }) {
  const { channelId } = work;
  const t = useMappingTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<string>();
  const maps = Object.entries(work.stored.mapping.maps ?? {});
  const removal = useChange(
    (api, mapId: string) => api.call(deleteValueMap, { params: { channelId, mapId } }),
    (_, mapId) => t.maps.removed(mapId),
  );
  const add = canWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} w="fit-content" onClick={() => setAdding(true)}>
      {t.maps.new}
    </Button>
  );
  return (
    <Stack>
      {maps.length === 0 ? (
        <Paper withBorder>
          <EmptyState icon={IconArrowsRightLeft} title={t.maps.none} text={t.maps.noneText}>
            {add}
          </EmptyState>
        </Paper>
      ) : (
        <>
          {add}
          {maps.map(([id, map]) => (
            <LookupCard
              key={id}
              id={id}
              size={t.maps.count(formats.number(map.entryCount ?? Object.keys(map.entries ?? {}).length))}
              isOpen={open === id}
              onToggle={() => setOpen(open === id ? undefined : id)}
              removal={removal}
            >
              <ValueMapEntries channelId={channelId} mapId={id} ignoreCase={map.ignoreCase === true} />
            </LookupCard>
          ))}
        </>
      )}
      {isAdding && (
        <NewMapDialog
          channelId={channelId}
          taken={maps.map(([id]) => id)}
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
