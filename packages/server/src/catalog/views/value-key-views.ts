import { type RawBuilder, sql } from 'kysely';

/**
 * Builds the SQL expression for the sort key of a text. Keys are compared byte by byte. The key is null if the text is not of this kind.
 */
export const keyOf = (kind: RawBuilder<string>, text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`((case ${kind} when 'number' then exact_order_number(${text}) else order_key(${kind}, ${text}) end) collate "C")`;
