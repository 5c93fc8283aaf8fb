import { Button, Menu } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useConnections } from '../../connections/use-connections.ts';
import type { SubmitChoice } from '../../submit/submit-choice.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useReadyTexts } from './ready-texts.ts';

const ReadyDialog = lazyPart(async () => (await import('./ready-dialog.tsx')).ReadyDialog);

/**
 * A menu of channels. After a confirmation, marks the chosen products as ready on one channel, and adds them to the channel if necessary.
 * Renders nothing if products become ready automatically on all channels.
 */
export function ReadyMenu({ choice, count }: { choice: SubmitChoice; count: number | undefined }) {
  const texts = useReadyTexts();
  const connections = useConnections();
  const [asked, setAsked] = useState<{ channelId: string; name: string }>();
  const channels = (connections.data ?? []).filter(({ connected, readyWhen }) => connected && readyWhen !== 'valid');
  if (channels.length === 0) return null;
  return (
    <>
      <Menu position="top" withArrow>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCircleCheck size={14} aria-hidden />}
            disabled={count === undefined}
          >
            {texts.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {channels.map(({ channelId, name }) => (
            <Menu.Item key={channelId} onClick={() => setAsked({ channelId, name })}>
              {texts.on(name)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked && count !== undefined && (
        <Suspense>
          <ReadyDialog choice={choice} count={count} channel={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
