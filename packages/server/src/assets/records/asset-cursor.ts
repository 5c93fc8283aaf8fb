import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../platform/index.ts';

/** `next` of a page that ends with this id. */
export const cursorOf = (id: string): string => Buffer.from(id).toString('base64url');

/**
 * The id that a page begins after; null for the first page.
 * @throws PimentoError invalid-parameter
 */
export function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(id) === cursor && !id.includes('\u0000')) return id;
  throw new PimentoError(problem('invalid-parameter', { kind: 'next', parameter: 'startingAfter' }), {
    parameter: 'startingAfter',
  });
}
