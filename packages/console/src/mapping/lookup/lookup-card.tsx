import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** A value map or a lookup table with the number of its rows. The rows are fetched when the user opens the card. */
export function LookupCard(props: {
  id: string;
  size: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Removes the map or the table with all rows, after the user has confirmed. */
  removal: { mutate: (id: string) => void; isPending: boolean };
  children: ReactNode;
}) {
  const { id, size, isOpen, onToggle, removal, children } = props;
  const t = useMappingTexts();
  const { canWrite } = useWork();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Paper withBorder p="md" component="section" aria-label={id}>
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {id}
            </Text>
            <Text size="xs" c="dimmed">
              {size}
            </Text>
          </div>
          <Group gap="xs">
            {canWrite && isOpen && (
              <Button variant="subtle" color="red" size="xs" onClick={() => setRemoving(true)}>
                {t.lookup.remove(id)}
              </Button>
            )}
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? t.maps.close(id) : t.maps.open(id)}
            </Button>
          </Group>
        </Group>
        {isOpen && children}
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={t.lookup.removeTitle(id)}
          text={t.lookup.removeText}
          confirm={t.lookup.removeShort}
          loading={removal.isPending}
          onConfirm={() => removal.mutate(id)}
          onClose={() => setRemoving(false)}
        />
      )}
    </Paper>
  );
}
