import { ActionIcon, Anchor, Button, Group, Progress, Text, Tooltip } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconAlertTriangle, IconArrowsExchange, IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { AssetPicker } from './asset-picker.tsx';
import { assetPath } from '../list/asset-search.ts';
import type { Upload } from './use-uploads.ts';

/** One dropped file: which asset it is for, and how far it is. */
export function UploadLine(props: {
  upload: Upload;
  /** Another file here is for the same asset. */
  isShared: boolean;
  onSend: () => void;
  onAssign: (asset: Asset) => void;
}) {
  const { upload, isShared, onSend, onAssign } = props;
  const t = useMessages();
  const formats = useFormats();
  const [isChanging, setChanging] = useState(false);
  const { file, asset, candidates, state, part, problem } = upload;
  const isOpen = state === 'unmatched' || state === 'ambiguous';
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
        {state === 'matching' && (
          <Text size="sm" c="dimmed">
            {t.assets.matching}
          </Text>
        )}
        {isOpen && (
          <Text
            size="sm"
            title={state === 'unmatched' ? t.assets.noAssetText : undefined}
            style={{ whiteSpace: 'nowrap' }}
          >
            <IconQuestionMark size={14} aria-hidden style={{ verticalAlign: -2 }} />{' '}
            {state === 'unmatched' ? t.assets.noAsset : t.assets.severalFit(formats.number(candidates.length))}
          </Text>
        )}
        {asset && !isChanging && (
          <Anchor component={Link} to={assetPath(asset.id)} size="sm" truncate title={asset.id}>
            {asset.id}
          </Anchor>
        )}
        {(isOpen || (canChange && isChanging)) && (
          <AssetPicker fileName={file.name} candidates={candidates} onPick={assign} startsOpen={isChanging} />
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
        {state === 'matched' && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t.assets.toBeSent}
          </Text>
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
              {isShared ? t.assets.sharedWith : t.assets.hasContent}
            </Text>
            <Button size="compact-xs" variant="default" flex="none" onClick={onSend}>
              {t.assets.replace}
            </Button>
          </>
        )}
        {state === 'failed' && (
          <>
            <Text size="sm" c="red">
              <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: -2 }} /> {problem}
            </Text>
            {asset && (
              <Button size="compact-xs" variant="default" flex="none" onClick={onSend}>
                {t.common.retry}
              </Button>
            )}
          </>
        )}
      </Group>
    </Group>
  );
}
