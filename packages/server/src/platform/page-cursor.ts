import type { ProblemParams } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { PimentoError } from './errors.ts';
import { isUuid } from './ids.ts';

/** Encodes an id as the cursor for the page that starts after this id. */
export const cursorOf = (id: string): string => Buffer.from(id).toString('base64url');

/** Returns the `next` value of a page, which is the cursor of its last id, or null on the last page. */
export function nextCursor(hasMore: boolean, lastId: string | undefined): string | null {
  return hasMore && lastId !== undefined ? cursorOf(lastId) : null;
}

/**
 * Decodes a cursor to the id after which the page begins.
 * @param isId checks whether a string can be an id in this list
 * @returns null for the first page
 * @throws PimentoError invalid-parameter
 */
export function parseCursor(cursor: string | undefined, isId: (text: string) => boolean): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(id) === cursor && isId(id)) return id;
  throw new PimentoError(problem('invalid-parameter', { kind: 'next', parameter: 'startingAfter' }), {
    parameter: 'startingAfter',
  });
}

/** The format of the id in a cursor. */
type ExpectedCursor = ProblemParams['unknown-cursor']['expected'];

/**
 * Parses a cursor that is a plain UUID and returns it in lower case.
 * @returns null for the first page
 * @throws PimentoError unknown-cursor
 */
export function parseUuidCursor(cursor: string | undefined, expected: ExpectedCursor): string | null {
  if (cursor === undefined) return null;
  if (isUuid(cursor)) return cursor.toLowerCase();
  throw unknownCursor(expected);
}

export function unknownCursor(expected: ExpectedCursor, parameter = 'startingAfter'): PimentoError {
  return new PimentoError(problem('unknown-cursor', { parameter, expected }), { parameter });
}
