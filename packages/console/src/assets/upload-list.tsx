import { Anchor, Button, CloseButton, Group, Paper, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconQuestionMark } from '@tabler/icons-react';
import type { Asset } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { AssetPicker } from './asset-picker.tsx';
import { assetPath } from './asset-search.ts';
import type { Upload } from './use-uploads.ts';

/** What became of each dropped file. */
export function UploadList(props: {
  uploads: Upload[];
  onReplace: (uploads: Upload[]) => void;
  onAssign: (upload: Upload, asset: Asset) => void;
  onClear: () => void;
}) {
  const { uploads, onReplace, onAssign, onClear } = props;
  const t = useMessages();
  const formats = useFormats();
  const stored = uploads.filter(({ state }) => state === 'stored').length;
  const occupied = uploads.filter(({ state }) => state === 'occupied');
  return (
    <Paper withBorder p="md" component="section" aria-label={t.assets.uploads}>
      <Group justify="space-between" mb="xs">
        <Text size="sm" fw={600} aria-live="polite" className="number">
          {t.assets.uploadsOf(formats.number(stored), formats.number(uploads.length))}
        </Text>
        <Group gap="xs">
          {occupied.length > 1 && (
            <Button size="compact-sm" variant="default" onClick={() => onReplace(occupied)}>
              {t.assets.replaceAll(formats.number(occupied.length))}
            </Button>
          )}
          <CloseButton size="sm" aria-label={t.common.close} onClick={onClear} />
        </Group>
      </Group>
      <ScrollArea.Autosize mah={280} type="auto">
        <Stack gap={6}>
          {uploads.map((upload) => (
            <UploadLine
              key={upload.key}
              upload={upload}
              onReplace={() => onReplace([upload])}
              onAssign={(asset) => onAssign(upload, asset)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Paper>
  );
}

function UploadLine(props: { upload: Upload; onReplace: () => void; onAssign: (asset: Asset) => void }) {
  const { upload, onReplace, onAssign } = props;
  const t = useMessages();
  const formats = useFormats();
  const { file, asset, state, part, problem } = upload;
  return (
    <Group gap="md" wrap="nowrap" justify="space-between" mih={28}>
      <Text size="sm" truncate flex={1} miw={0}>
        {file.name}{' '}
        <Text span size="xs" c="dimmed">
          {formats.bytes(file.size)}
        </Text>
      </Text>
      <Group gap="xs" wrap="nowrap" justify="flex-end" maw="60%" miw={0}>
        {state === 'matching' && (
          <Text size="sm" c="dimmed">
            {t.assets.matching}
          </Text>
        )}
        {state === 'unmatched' && (
          <>
            <Text size="sm" title={t.assets.noAssetText} style={{ whiteSpace: 'nowrap' }}>
              <IconQuestionMark size={14} aria-hidden style={{ verticalAlign: -2 }} /> {t.assets.noAsset}
            </Text>
            <AssetPicker fileName={file.name} onPick={onAssign} />
          </>
        )}
        {asset && (
          <Anchor component={Link} to={assetPath(asset.id)} size="sm" truncate>
            {asset.id}
          </Anchor>
        )}
        {state === 'sending' && <Progress value={part * 100} animated w={120} aria-label={file.name} />}
        {state === 'stored' && (
          <Text size="sm" c="var(--mantine-color-olive-text)" style={{ whiteSpace: 'nowrap' }}>
            <IconCheck size={14} aria-hidden style={{ verticalAlign: -2 }} /> {t.assets.stored}
          </Text>
        )}
        {state === 'occupied' && (
          <>
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {t.assets.hasContent}
            </Text>
            <Button size="compact-xs" variant="default" onClick={onReplace}>
              {t.assets.replace}
            </Button>
          </>
        )}
        {state === 'failed' && (
          <Text size="sm" c="red">
            <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: -2 }} /> {problem}
          </Text>
        )}
      </Group>
    </Group>
  );
}
