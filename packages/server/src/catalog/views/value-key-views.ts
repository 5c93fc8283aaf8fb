import { type RawBuilder, sql } from 'kysely';

/** Builds the SQL expression for the sort key of a text. Keys are compared byte by byte. Null if the text is not a value of the kind. */
export const keyOf = (kind: RawBuilder<string>, text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`((case ${kind} when 'number' then exact_order_number(${text}) else order_key(${kind}, ${text}) end) collate "C")`;
