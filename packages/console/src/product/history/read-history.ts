import type { Client } from '@pimento/client';
import { type AnswerOf, listProductHistory } from '@pimento/contract';

/** A number that JavaScript would round stays the text that it is; where the browser does not tell the text, it is rounded. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value;
}

/** A page of a product's history, newest first, with every digit of quantities: what was there before may be put back. */
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
  return JSON.parse(await answer.text(), keepDigits) as AnswerOf<typeof listProductHistory>; // what the operation declares
}
