import type { ConnectionView } from '@pimento/contract';

/** Number of channels on the home page: enough to see all of a usual client, and few enough for one screen. */
export const maxBoardChannels = 6;

type BoardChannel = Pick<ConnectionView, 'connected' | 'name' | 'accounts' | 'productCounts'>;

/** Returns the number of products and accounts of a channel that need work. */
const failures = ({ accounts, productCounts }: BoardChannel): number =>
  accounts.filter(({ state }) => state === 'Failed').length +
  (productCounts.Rejected ?? 0) +
  (productCounts.Returned ?? 0);

/**
 * Chooses the channels of the home page: of the connected channels those that need work first, then by name.
 * @param isLate returns true if the adapter of a channel does not call
 * @returns the channels, and the number of connected channels that are left out
 */
export function chooseBoardChannels<T extends BoardChannel>(
  channels: readonly T[],
  isLate: (channel: T) => boolean,
): { shown: T[]; left: number } {
  const needsWork = (channel: T) => Number(isLate(channel) || failures(channel) > 0);
  const connected = channels
    .filter((channel) => channel.connected)
    .toSorted((a, b) => needsWork(b) - needsWork(a) || a.name.localeCompare(b.name));
  return { shown: connected.slice(0, maxBoardChannels), left: Math.max(0, connected.length - maxBoardChannels) };
}
