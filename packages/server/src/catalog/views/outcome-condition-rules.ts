import type { ReadinessOutcome } from '@pimento/contract';
import { readOutcome } from '@pimento/contract/text';
import type { ClientId } from '../../platform/core.ts';

/** A condition on the outcome of products on a channel. */
export interface OutcomeCondition {
  clientId: ClientId;
  channelId: string;
  /** The product must have one of these outcomes on the channel. */
  outcomes: readonly ReadinessOutcome[];
}

/** Converts outcomes like `shop:ready` to one condition for each channel. @returns undefined if `texts` is undefined */
export function outcomeConditions(
  clientId: ClientId,
  texts: readonly string[] | undefined,
): OutcomeCondition[] | undefined {
  if (texts === undefined) return undefined;
  const named = texts.flatMap((text) => readOutcome(text) ?? []);
  const byChannel = Map.groupBy(named, ({ channelId }) => channelId);
  return [...byChannel].map(([channelId, wanted]) => ({
    clientId,
    channelId,
    outcomes: [...new Set(wanted.map(({ outcome }) => outcome))],
  }));
}
