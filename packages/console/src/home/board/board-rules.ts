import type { ConnectionView } from '@pimento/contract';

/** Maximum number of channels on the home page. Most clients have fewer channels, and this number fits on one screen. */
export const maxBoardChannels = 6;

type BoardChannel = Pick<ConnectionView, 'connected' | 'name' | 'accounts' | 'productCounts'>;

/** Returns the number of products and accounts of a channel that need work. */
const failures = ({ accounts, productCounts }: BoardChannel): number =>
  accounts.filter(({ state }) => state === 'Failed').length +
  (productCounts.Rejected ?? 0) +
  (productCounts.Returned ?? 0);

/**
 * Chooses at most `maxBoardChannels` connected channels for the home page. Channels that need work come first. Each of the two parts is
 * sorted by name.
 * @param isSilent returns true if the adapter of a channel has not called Pimento recently
 * @returns the channels, and the number of connected channels that are not shown
 */
export function chooseBoardChannels<T extends BoardChannel>(
  channels: readonly T[],
  isSilent: (channel: T) => boolean,
): { shown: T[]; hiddenCount: number } {
  const needsWork = (channel: T) => Number(isSilent(channel) || failures(channel) > 0);
  const connected = channels
    .filter((channel) => channel.connected)
    .toSorted((a, b) => needsWork(b) - needsWork(a) || a.name.localeCompare(b.name));
  return { shown: connected.slice(0, maxBoardChannels), hiddenCount: Math.max(0, connected.length - maxBoardChannels) };
}
