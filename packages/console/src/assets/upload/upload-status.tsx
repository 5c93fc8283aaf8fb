import { Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Upload } from './upload-queue.ts';

const iconProps = { size: 14, 'aria-hidden': true, style: { verticalAlign: -2 } } as const;

/** Shows that the file of an upload is still being matched, or has no asset or several possible assets. Renders nothing in other states. */
export function MatchStatus({ upload }: { upload: Upload }) {
  const t = useMessages();
  const formats = useFormats();
  const { state, candidates } = upload;
  if (state === 'matching')
    return (
      <Text size="sm" c="dimmed">
        {t.assets.matching}
      </Text>
    );
  if (state !== 'unmatched' && state !== 'ambiguous') return null;
  return (
    <Text size="sm" title={state === 'unmatched' ? t.assets.noAssetText : undefined} style={{ whiteSpace: 'nowrap' }}>
      <IconQuestionMark {...iconProps} />{' '}
      {state === 'unmatched' ? t.assets.noAsset : t.assets.severalFit(formats.number(candidates.length))}
    </Text>
  );
}

/** The state of an upload that has an asset or was sent. If the user must decide or the upload failed, a button sends the file. */
export function SendStatus(props: { upload: Upload; isShared: boolean; onSend: () => void }) {
  const { upload, isShared, onSend } = props;
  const { file, state, part, problem } = upload;
  const t = useMessages();
  switch (state) {
    case 'matched':
      return <Note>{t.assets.toBeSent}</Note>;
    case 'sending':
      return <Progress value={part * 100} animated w={120} aria-label={file.name} />;
    case 'stored':
      return (
        <Text size="sm" c="var(--mantine-color-green-text)" style={{ whiteSpace: 'nowrap' }}>
          <IconCheck {...iconProps} /> {t.assets.stored}
        </Text>
      );
    case 'occupied':
      return (
        <>
          <Note>{isShared ? t.assets.sharedWith : t.assets.hasContent}</Note>
          <SendButton onClick={onSend}>{t.assets.replace}</SendButton>
        </>
      );
    case 'failed':
      return (
        <>
          <Text size="sm" c="red">
            <IconAlertTriangle {...iconProps} /> {problem}
          </Text>
          <SendButton onClick={onSend}>{t.common.retry}</SendButton>
        </>
      );
    case 'matching':
    case 'unmatched':
    case 'ambiguous':
      return null;
  }
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  );
}

function SendButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="compact-xs" variant="default" flex="none" onClick={onClick}>
      {children}
    </Button>
  );
}
