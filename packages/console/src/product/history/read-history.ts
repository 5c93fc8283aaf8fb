import type { Client } from '@pimento/client';
import { type AnswerOf, listProductHistory } from '@pimento/contract/wire';

/**
 * JSON reviver that keeps a number as a string if JavaScript would round it or write it differently. In browsers without `context.source`,
 * such numbers are rounded.
 */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value;
}

/** Reads a page of a product's history, newest first. Keeps every digit of quantities, because old values can be restored. */
export async function readHistory(
  api: Client,
  productId: string,
  startingAfter: string | null,
  signal: AbortSignal,
): Promise<AnswerOf<typeof listProductHistory>> {
  const answer = await api.open(listProductHistory, {
    params: { productId },
    query: { limit: 20, ...(startingAfter === null ? {} : { startingAfter }) },
    signal,
  });
  return JSON.parse(await answer.text(), keepDigits) as AnswerOf<typeof listProductHistory>; // the operation declares this type
}
