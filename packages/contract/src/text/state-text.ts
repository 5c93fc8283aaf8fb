/** The states of a product on a channel. */
export const channelStates = [
  'Progress',
  'Ready',
  'Submitted',
  'Accepted',
  'Returned',
  'Rejected',
  'Withdrawn',
] as const;
export type ChannelState = (typeof channelStates)[number];

/** Splits `channelId:state` at the last colon. Returns undefined if the channel id is empty or the state does not exist. */
export function readChannelState(text: string): { channelId: string; state: ChannelState } | undefined {
  const [, channelId, name] = /^(.+):([A-Z][a-z]+)$/s.exec(text) ?? [];
  const state = channelStates.find((one) => one === name);
  return channelId === undefined || state === undefined ? undefined : { channelId, state };
}
