import { ActionIcon, Group, Select, Switch, Text, Tooltip } from '@mantine/core';
import { type EventType, eventTypes } from '@pimento/contract/wire';
import { IconRefresh } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { useChannelNames } from './use-channel-names.ts';

export interface EventFilter {
  /** Shows only events that the adapter has not acknowledged. */
  unacknowledged: boolean;
  type?: EventType | undefined;
  channelId?: string | undefined;
}

/** The filters of the event list, and the button that refreshes it. */
export function EventFilters(props: {
  filter: EventFilter;
  /** The channels to choose from. With fewer than two, the channel filter is hidden. */
  channelIds: readonly string[];
  isRefreshing: boolean;
  onChange: (filter: EventFilter) => void;
  onRefresh: () => void;
}) {
  const { filter, channelIds, isRefreshing, onChange, onRefresh } = props;
  const t = useMessages();
  const channelName = useChannelNames();
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" maw={460}>
        {t.gateway.eventsText}
      </Text>
      <Group gap="sm">
        <Switch
          size="xs"
          label={t.gateway.onlyWaiting}
          checked={filter.unacknowledged}
          onChange={({ currentTarget }) => onChange({ ...filter, unacknowledged: currentTarget.checked })}
        />
        <Select
          size="xs"
          w={170}
          aria-label={t.gateway.eventType}
          placeholder={t.gateway.anyType}
          data={eventTypes.map((value) => ({ value, label: t.gateway.types[value] }))}
          value={filter.type ?? null}
          onChange={(next) => onChange({ ...filter, type: eventTypes.find((one) => one === next) })}
          clearable
        />
        {channelIds.length > 1 && (
          <Select
            size="xs"
            w={150}
            aria-label={t.gateway.channel}
            placeholder={t.gateway.anyChannel}
            data={channelIds.map((value) => ({ value, label: channelName(value) }))}
            value={filter.channelId ?? null}
            onChange={(next) => onChange({ ...filter, channelId: next ?? undefined })}
            clearable
          />
        )}
        <Tooltip label={t.gateway.refresh} withArrow>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t.gateway.refresh}
            loading={isRefreshing}
            onClick={onRefresh}
          >
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
