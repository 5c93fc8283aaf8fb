import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';

/** A SHA-256 digest with a copy button. */
export function CopyableDigest({ text }: { text: string }) {
  const t = useMessages();
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }} pt={2}>
        {text}
      </Text>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t.common.copied : t.common.copy} withArrow>
            <ActionIcon size="sm" variant="subtle" color="gray" onClick={copy} aria-label={`${t.common.copy}: SHA-256`}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
