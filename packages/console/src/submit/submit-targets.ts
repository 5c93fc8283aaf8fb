import type { ConnectionView } from '@pimento/contract';

/** An account to which products can be submitted. */
export interface SubmitTarget {
  /** Channel id and account id, as the value of an option. */
  value: string;
  label: string;
  channel: ConnectionView;
  accountId: string;
}

/**
 * Returns the connected accounts, in the order of their channels.
 * @param channelId returns only accounts of this channel, or undefined for all channels
 */
export function submitTargets(channels: readonly ConnectionView[], channelId: string | undefined): SubmitTarget[] {
  return channels
    .filter((channel) => channelId === undefined || channel.channelId === channelId)
    .flatMap((channel) =>
      channel.accounts
        .filter(({ state }) => state === 'Connected')
        .map(({ accountId, name }) => ({
          value: `${channel.channelId} ${accountId}`,
          label: `${channel.name} · ${name}`,
          channel,
          accountId,
        })),
    );
}
