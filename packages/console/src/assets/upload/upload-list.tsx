import { Button, CloseButton, Group, Paper, ScrollArea, Stack, Text } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconUpload } from '@tabler/icons-react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { UploadLine } from './upload-line.tsx';
import { isShared, type Upload } from './upload-queue.ts';
import { useUploadTexts } from './upload-texts.ts';

/** The files of the queue with their assets and progress, and buttons that send several files at once. */
export function UploadList(props: {
  uploads: Upload[];
  onSend: (uploads: Upload[]) => void;
  onAssign: (upload: Upload, asset: Asset) => void;
  onClear: () => void;
}) {
  const { uploads, onSend, onAssign, onClear } = props;
  const t = useMessages();
  const texts = useUploadTexts();
  const formats = useFormats();
  const inState = (...states: Upload['state'][]) => uploads.filter(({ state }) => states.includes(state));
  const stored = inState('stored').length;
  const matched = inState('matched');
  const occupied = inState('occupied');
  const unmatched = inState('unmatched');
  const withoutAsset = inState('ambiguous', 'unmatched').length;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.assets.uploads}>
      <Group justify="space-between" mb="xs">
        <Text size="sm" fw={600} aria-live="polite" className="number">
          {t.assets.uploadsOf(formats.number(stored), formats.number(uploads.length))}
          {withoutAsset > 0 && (
            <Text span size="sm" c="dimmed" fw={400}>
              {' · '}
              {t.assets.withoutAsset(formats.number(withoutAsset))}
            </Text>
          )}
        </Text>
        <Group gap="xs">
          {unmatched.length > 1 && (
            <Button size="compact-sm" variant="default" onClick={() => onSend(unmatched)}>
              {texts.addAll(formats.number(unmatched.length))}
            </Button>
          )}
          {occupied.length > 1 && (
            <Button size="compact-sm" variant="default" onClick={() => onSend(occupied)}>
              {t.assets.replaceAll(formats.number(occupied.length))}
            </Button>
          )}
          {matched.length > 0 && (
            <Button
              size="compact-sm"
              leftSection={<IconUpload size={14} aria-hidden />}
              onClick={() => onSend(matched)}
            >
              {t.assets.sendAll(formats.number(matched.length))}
            </Button>
          )}
          <CloseButton size="sm" aria-label={t.common.close} onClick={onClear} />
        </Group>
      </Group>
      <ScrollArea.Autosize mah={320} type="auto">
        <Stack gap={6} pr="xs">
          {uploads.map((upload) => (
            <UploadLine
              key={upload.key}
              upload={upload}
              isShared={isShared(uploads, upload)}
              onSend={() => onSend([upload])}
              onAssign={(asset) => onAssign(upload, asset)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Paper>
  );
}
