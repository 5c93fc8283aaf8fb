import { Badge, Loader } from '@mantine/core';
import type { AssetStatus } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';

export const stateColors: Record<AssetStatus, string> = {
  READY: 'green',
  FAILED: 'red',
  WAITING_FOR_UPLOAD: 'orange',
  WAITING_FOR_DOWNLOAD: 'gray',
  DOWNLOADING: 'blue',
};

/** The states in display order. */
export const shownStates: AssetStatus[] = [
  'READY',
  'FAILED',
  'WAITING_FOR_UPLOAD',
  'WAITING_FOR_DOWNLOAD',
  'DOWNLOADING',
];

export function AssetState({ status, size = 'md' }: { status: AssetStatus; size?: 'sm' | 'md' }) {
  const t = useMessages();
  return (
    <Badge
      variant="light"
      color={stateColors[status]}
      tt="none"
      size={size}
      miw="max-content"
      leftSection={status === 'DOWNLOADING' ? <Loader size={10} aria-hidden /> : null}
    >
      {t.assets.states[status]}
    </Badge>
  );
}
