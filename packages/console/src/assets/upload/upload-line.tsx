import { ActionIcon, Anchor, Button, Group, Text, Tooltip } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { assetPath } from '../record/asset-name.ts';
import { AssetPicker } from './asset-picker.tsx';
import type { Upload } from './upload-queue.ts';
import { useUploadTexts } from './upload-texts.ts';
import { MatchStatus, SendStatus } from './upload-status.tsx';

/** One file of the queue, with its upload progress, and the asset, which the user can change. */
export function UploadLine(props: {
  upload: Upload;
  /** True if a different file in the queue, whose upload has not failed, has the same asset. */
  isShared: boolean;
  onSend: () => void;
  onAssign: (asset: Asset) => void;
}) {
  const { upload, isShared, onSend, onAssign } = props;
  const t = useMessages();
  const texts = useUploadTexts();
  const formats = useFormats();
  const [isChanging, setChanging] = useState(false);
  const { file, asset, candidates, state } = upload;
  const needsAsset = state === 'unmatched' || state === 'ambiguous';
  const canChange = state === 'matched' || state === 'occupied' || state === 'failed';
  const assign = (next: Asset) => {
    setChanging(false);
    onAssign(next);
  };
  return (
    <Group gap="md" wrap="nowrap" justify="space-between" mih={30} role="group" aria-label={file.name}>
      <Text size="sm" truncate flex={1} miw={0}>
        {file.name}{' '}
        <Text span size="xs" c="dimmed">
          {formats.bytes(file.size)}
        </Text>
      </Text>
      <Group gap="xs" wrap="nowrap" justify="flex-end" maw="70%" miw={0}>
        <MatchStatus upload={upload} />
        {asset && !isChanging && (
          <Anchor component={Link} to={assetPath(asset.id)} size="sm" truncate title={asset.id}>
            {asset.id}
          </Anchor>
        )}
        {(needsAsset || (canChange && isChanging)) && (
          <AssetPicker fileName={file.name} candidates={candidates} onPick={assign} startsOpen={isChanging} />
        )}
        {state === 'unmatched' && (
          <Button size="compact-xs" variant="default" flex="none" onClick={onSend}>
            {texts.add}
          </Button>
        )}
        {canChange && (
          <Tooltip label={isChanging ? t.common.cancel : t.assets.reassign}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={isChanging ? t.common.cancel : t.assets.reassignFor(file.name)}
              onClick={() => setChanging((before) => !before)}
            >
              <IconArrowsExchange size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <SendStatus upload={upload} isShared={isShared} onSend={onSend} />
      </Group>
    </Group>
  );
}
