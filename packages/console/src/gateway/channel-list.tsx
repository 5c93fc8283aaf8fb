import { ActionIcon, Table, Text, Tooltip } from '@mantine/core';
import { type Channel, listChannels } from '@pimento/contract/wire';
import { IconBroadcast, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { ChannelEditor } from './channel-editor.tsx';

export function ChannelList({ adapterId }: { adapterId: string }) {
  const t = useMessages();
  const channels = useCall(listChannels, { query: { adapterId } });
  const [edited, setEdited] = useState<Channel | 'new'>();
  const all = channels.data?.channels ?? [];
  return (
    <ListPanel
      text={t.gateway.channelsText}
      add={{ label: t.gateway.newChannel, onClick: () => setEdited('new') }}
      query={channels}
    >
      {channels.isSuccess && all.length === 0 && (
        <EmptyState icon={IconBroadcast} title={t.gateway.noChannels} text={t.gateway.noChannelsText} />
      )}
      {all.length > 0 && (
        <TableFrame
          label={t.gateway.channels}
          minWidth={680}
          actions={56}
          headings={[
            { label: t.gateway.name },
            { label: t.gateway.fields },
            { label: t.gateway.batchSize, align: 'right' },
            { label: t.gateway.connections, align: 'right' },
          ]}
        >
          {all.map((channel) => (
            <ChannelRow key={channel.channelId} channel={channel} onEdit={() => setEdited(channel)} />
          ))}
        </TableFrame>
      )}
      {edited && (
        <ChannelEditor
          adapterId={adapterId}
          {...(edited === 'new' ? {} : { channel: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </ListPanel>
  );
}

function ChannelRow({ channel, onEdit }: { channel: Channel; onEdit: () => void }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {channel.name}
        </Text>
        <Text size="xs" ff="monospace" c="dimmed">
          {channel.channelId}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{channel.accountFields.map(({ name }) => name).join(', ') || '–'}</Text>
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formats.number(channel.batchSize)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formats.number(channel.connections)}
      </Table.Td>
      <Table.Td>
        <Tooltip label={t.gateway.editChannel(channel.name)} withArrow>
          <ActionIcon variant="subtle" color="gray" aria-label={t.gateway.editChannel(channel.name)} onClick={onEdit}>
            <IconPencil size={16} />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  );
}
