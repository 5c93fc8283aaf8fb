import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ValueMapInput } from '@pimento/contract';
import { IconArrowsRightLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { MappingWork } from '../draft/use-mapping.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { NewMapDialog } from './new-map-dialog.tsx';
import { ValueMapEntries } from './value-map-entries.tsx';

/** The value maps of a draft. The entries of a map are fetched when the map is opened. */
export function ValueMapPanel({ work }: { work: MappingWork }) {
  const t = useMappingTexts();
  const { canWrite } = useWork();
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<string>();
  const maps = Object.entries(work.stored.mapping.maps ?? {});
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
            <MapCard
              key={id}
              id={id}
              map={map}
              channelId={work.channelId}
              isOpen={open === id}
              onToggle={() => setOpen(open === id ? undefined : id)}
            />
          ))}
        </>
      )}
      {isAdding && (
        <NewMapDialog
          channelId={work.channelId}
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

function MapCard(props: { id: string; map: ValueMapInput; channelId: string; isOpen: boolean; onToggle: () => void }) {
  const { id, map, channelId, isOpen, onToggle } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const count = map.entryCount ?? Object.keys(map.entries ?? {}).length;
  return (
    <Paper withBorder p="md" component="section" aria-label={id}>
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Text size="sm" fw={600}>
              {id}
            </Text>
            <Text size="xs" c="dimmed">
              {t.maps.count(formats.number(count))}
            </Text>
          </div>
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? t.maps.close(id) : t.maps.open(id)}
          </Button>
        </Group>
        {isOpen && <ValueMapEntries channelId={channelId} mapId={id} ignoreCase={map.ignoreCase === true} />}
      </Stack>
    </Paper>
  );
}
