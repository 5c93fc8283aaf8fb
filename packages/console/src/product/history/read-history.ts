import type { Client } from '@pimento/client';
import { type AnswerOf, type JobOrigin, listProductHistory } from '@pimento/contract/wire';

/**
 * JSON reviver that keeps a number as a string if JavaScript would round it or write it differently. In browsers without `context.source`,
 * such numbers are rounded.
 */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value;
}

/** Limits a history; undefined means any. */
export interface HistoryFilter {
  /** An actor as `kind:id`. */
  actor: string | undefined;
  origin: JobOrigin | undefined;
}

export const anyChange: HistoryFilter = { actor: undefined, origin: undefined };

export const isAnyChange = ({ actor, origin }: HistoryFilter): boolean => actor === undefined && origin === undefined;

/** Reads a page of a product's history, newest first. Keeps every digit of quantities, because old values can be restored. */
export async function readHistory(
  api: Client,
  productId: string,
  { actor, origin }: HistoryFilter,
  startingAfter: string | null,
  signal: AbortSignal,
): Promise<AnswerOf<typeof listProductHistory>> {
  const answer = await api.open(listProductHistory, {
    params: { productId },
    query: {
      limit: 20,
      ...(startingAfter !== null && { startingAfter }),
      ...(actor !== undefined && { actor }),
      ...(origin !== undefined && { origin }),
    },
    signal,
  });
  return JSON.parse(await answer.text(), keepDigits) as AnswerOf<typeof listProductHistory>; // the operation declares this type
}
