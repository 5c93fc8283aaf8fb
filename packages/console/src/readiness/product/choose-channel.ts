import type { ConnectionView, ReadinessOutcome } from '@pimento/contract';

/**
 * Returns the channel to display. Prefers the named channel, then the first channel on which the product is not ready, then the first
 * channel with an outcome, then the first channel.
 * @param outcomes by channel id, or undefined while they are being loaded
 * @returns undefined if there are no channels, or if the outcomes are needed but not loaded yet
 */
export function chooseChannel<Channel extends Pick<ConnectionView, 'channelId'>>(
  channels: readonly Channel[],
  named: string | undefined,
  outcomes: ReadonlyMap<string, ReadinessOutcome> | undefined,
): Channel | undefined {
  const found = channels.find(({ channelId }) => channelId === named);
  if (found || outcomes === undefined) return found;
  const of = ({ channelId }: Channel) => outcomes.get(channelId);
  return (
    channels.find((one) => of(one) !== undefined && of(one) !== 'ready') ??
    channels.find((one) => of(one) !== undefined) ??
    channels[0]
  );
}
