import type { ConnectionView } from '@pimento/contract';

/** An account that products can be submitted to. */
export interface SubmitTarget {
  /** Channel id and account id. */
  value: string;
  label: string;
  channel: ConnectionView;
  accountId: string;
}

/**
 * Returns the connected accounts, in the order of their channels.
 * @param channelId only accounts of this channel; undefined for all
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
