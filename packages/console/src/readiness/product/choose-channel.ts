import type { ConnectionView, ReadinessOutcome } from '@pimento/contract';

/**
 * Returns the channel to show: the named channel; if there is none, the first channel on which the product is not ready, then the first
 * channel with an outcome, then the first channel. Returns undefined until the outcomes are known, and if there are no channels.
 * @param outcomes by channel id; undefined while they are being loaded
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
