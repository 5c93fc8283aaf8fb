import { Button, Paper } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** The content shown for a channel that the client is not connected to. */
export function NotConnected({ name, onConnect }: { name: string; onConnect: () => void }) {
  const t = useMessages();
  const { canWrite } = useWork();
  return (
    <Paper withBorder>
      <EmptyState
        icon={IconPlugConnected}
        title={t.channels.start(name)}
        text={canWrite ? t.channels.startText : t.channels.viewerText}
      >
        {canWrite && <Button onClick={onConnect}>{t.channels.connect}</Button>}
      </EmptyState>
    </Paper>
  );
}
