import { ActionIcon, Button, Group, Select, Stack, Switch, Text, Tooltip } from '@mantine/core';
import { type Adapter, type EventType, eventTypes, listAdapterEvents } from '@pimento/contract';
import { IconMailbox, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { EventRow } from './event-row.tsx';
import { useChannelNames } from './use-channel-names.ts';

const pollMs = 10_000;

/** What an adapter was told, newest first, and what it has not acknowledged. */
export function EventList({ adapter }: { adapter: Adapter }) {
  const t = useMessages();
  const { api, clientId } = useWork();
  const [type, setType] = useState<EventType>();
  const channelName = useChannelNames();
  const [channelId, setChannelId] = useState<string>();
  const [unacknowledged, setUnacknowledged] = useState(false);
  const { adapterId } = adapter;
  const filter = {
    unacknowledged,
    ...(type === undefined ? {} : { type }),
    ...(channelId === undefined ? {} : { channelId }),
  };
  const pages = useInfiniteQuery({
    queryKey: callKey(clientId, listAdapterEvents, adapterId, filter),
    queryFn: ({ pageParam, signal }) =>
      api.call(listAdapterEvents, {
        params: { adapterId },
        query: { ...filter, limit: 30, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest
    getNextPageParam: (page) => page.next,
    refetchInterval: pollMs,
  });
  const events = pages.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={460}>
          {t.gateway.eventsText}
        </Text>
        <Group gap="sm">
          <Switch
            size="xs"
            label={t.gateway.onlyWaiting}
            checked={unacknowledged}
            onChange={({ currentTarget }) => setUnacknowledged(currentTarget.checked)}
          />
          <Select
            size="xs"
            w={170}
            aria-label={t.gateway.eventType}
            placeholder={t.gateway.anyType}
            data={eventTypes.map((value) => ({ value, label: t.gateway.types[value] }))}
            value={type ?? null}
            onChange={(next) => setType(eventTypes.find((one) => one === next))}
            clearable
          />
          {adapter.channelIds.length > 1 && (
            <Select
              size="xs"
              w={150}
              aria-label={t.gateway.channel}
              placeholder={t.gateway.anyChannel}
              data={adapter.channelIds.map((value) => ({ value, label: channelName(value) }))}
              value={channelId ?? null}
              onChange={(next) => setChannelId(next ?? undefined)}
              clearable
            />
          )}
          <Tooltip label={t.gateway.refresh} withArrow>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t.gateway.refresh}
              loading={pages.isRefetching}
              onClick={() => void pages.refetch()}
            >
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      {pages.isPending && <ListSkeleton rows={5} />}
      {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
      {pages.isSuccess && events.length === 0 && (
        <EmptyState icon={IconMailbox} title={t.gateway.noEvents} text={t.gateway.noEventsText} />
      )}
      {events.length > 0 && (
        <TableFrame
          label={t.gateway.events}
          minWidth={720}
          actions={150}
          spacing={7}
          headings={[
            { label: t.gateway.created },
            { label: t.gateway.eventType },
            { label: t.gateway.client },
            { label: t.gateway.channel },
            { label: t.gateway.state },
          ]}
        >
          {events.map((event) => (
            <EventRow key={event.eventId} adapterId={adapterId} event={event} />
          ))}
        </TableFrame>
      )}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </Stack>
  );
}
