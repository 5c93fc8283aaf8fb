import { Anchor, Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ChannelRow } from '../../channels/channel-row.tsx';
import layout from '../../ui/layout.module.css';
import { isSilent } from '../../connections/adapter-call.ts';
import { useConnections } from '../../connections/use-connections.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { chooseBoardChannels } from './board-rules.ts';

/** Up to `maxBoardChannels` connected channels of the client with their products by state, and warnings about silent adapters. */
export function ChannelBoard() {
  const t = useMessages();
  const channels = useConnections();
  const formats = useFormats();
  const { shown, hiddenCount } = chooseBoardChannels(channels.data ?? [], isSilent);
  return (
    <section aria-label={t.board.title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t.board.title}
        </Title>
        <Anchor component={Link} to="/channels" size="sm">
          {t.board.all}
        </Anchor>
      </Group>
      <Stack gap="sm">
        {channels.isPending && <ListSkeleton rows={2} />}
        {channels.isError && <ProblemAlert error={channels.error} retry={channels.refetch} />}
        {channels.isSuccess && shown.length === 0 && (
          <Paper withBorder>
            <EmptyState icon={IconBroadcast} title={t.board.none} text={t.board.noneText}>
              <Button component={Link} to="/channels" variant="default">
                {t.submit.toChannels}
              </Button>
            </EmptyState>
          </Paper>
        )}
        {shown.length > 0 && (
          <ul className={layout.list}>
            {shown.map((channel) => (
              <ChannelRow key={channel.channelId} channel={channel} />
            ))}
          </ul>
        )}
        {hiddenCount > 0 && (
          <Anchor component={Link} to="/channels" size="sm">
            {t.board.more(formats.number(hiddenCount))}
          </Anchor>
        )}
      </Stack>
    </section>
  );
}
