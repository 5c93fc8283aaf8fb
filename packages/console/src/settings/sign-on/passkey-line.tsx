import { ActionIcon, Group, Text } from '@mantine/core';
import type { Passkey } from '@pimento/contract/wire';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useFormats } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';

/** One passkey: its name, its last use, and buttons to rename and delete it. */
export function PasskeyLine(props: { passkey: Passkey; onRename: () => void; onDelete: () => void }) {
  const { passkey, onRename, onDelete } = props;
  const texts = useSignOnTexts();
  const formats = useFormats();
  const used = passkey.lastUsed === null ? texts.neverUsed : texts.lastUsed(formats.ago(passkey.lastUsed));
  return (
    <Group justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500} truncate>
          {passkey.name}
        </Text>
        <Text size="xs" c="dimmed">
          {passkey.isSynced ? `${used} · ${texts.synced}` : used}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="subtle" color="gray" aria-label={texts.renamePasskey(passkey.name)} onClick={onRename}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.deletePasskey(passkey.name)} onClick={onDelete}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
