import { Button, Stack } from '@mantine/core';
import type { Adapter } from '@pimento/contract';
import { IconMailbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { type EventFilter, EventFilters } from './event-filters.tsx';
import { EventRow } from './event-row.tsx';
import { useEvents } from './use-events.ts';

/** The events of an adapter, newest first, with filters. */
export function EventList({ adapter }: { adapter: Adapter }) {
  const t = useMessages();
  const [filter, setFilter] = useState<EventFilter>({ unacknowledged: false });
  const { adapterId, channelIds } = adapter;
  const pages = useEvents(adapterId, filter);
  const events = pages.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Stack>
      <EventFilters
        filter={filter}
        channelIds={channelIds}
        isRefreshing={pages.isRefetching}
        onChange={setFilter}
        onRefresh={() => void pages.refetch()}
      />
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
