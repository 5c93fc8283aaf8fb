import { type ChannelState, readChannelState } from '@pimento/contract/text';
import type { ClientId } from '../../platform/core.ts';

/** A condition on the state of products on a channel. */
export interface ChannelStateCondition {
  clientId: ClientId;
  channelId: string;
  /** The product must have one of these states on the channel. */
  states: readonly ChannelState[];
}

/** Converts states like `shop:Rejected` to one condition for each channel. @returns undefined if `texts` is undefined */
export function channelStateConditions(
  clientId: ClientId,
  texts: readonly string[] | undefined,
): ChannelStateCondition[] | undefined {
  if (texts === undefined) return undefined;
  const named = texts.flatMap((text) => readChannelState(text) ?? []);
  const byChannel = Map.groupBy(named, ({ channelId }) => channelId);
  return [...byChannel].map(([channelId, wanted]) => ({
    clientId,
    channelId,
    states: [...new Set(wanted.map(({ state }) => state))],
  }));
}
