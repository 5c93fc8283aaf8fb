import { Checkbox, Stack } from '@mantine/core';
import type { ConnectionView } from '@pimento/contract';
import { useConnections } from '../../connections/use-connections.ts';
import { useMessages } from '../../i18n/language.tsx';

/** Returns the channels that can withdraw products and have exactly one connected account. */
export function useWithdrawChannels(): ConnectionView[] {
  const { data = [] } = useConnections();
  return data.filter(
    ({ capabilities, accounts }) =>
      capabilities.includes('withdraw') && accounts.filter(({ state }) => state === 'Connected').length === 1,
  );
}

/** Offers to withdraw the products that are about to be deleted. */
export function WithdrawChoice(props: {
  channels: readonly ConnectionView[];
  chosen: readonly string[];
  onChange: (channelIds: string[]) => void;
}) {
  const { channels, chosen, onChange } = props;
  const t = useMessages();
  if (channels.length === 0) return null;
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange} description={t.channels.withdrawFromHint}>
      <Stack gap={6} mt={6}>
        {channels.map(({ channelId, name }) => (
          <Checkbox key={channelId} value={channelId} label={t.channels.withdrawFrom(name)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
