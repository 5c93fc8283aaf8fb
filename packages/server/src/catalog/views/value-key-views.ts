import { type RawBuilder, sql } from 'kysely';

/** Builds the key of a text in an order of a kind; keys are compared byte by byte. Null if the text is no value of the kind. */
export const keyOf = (kind: RawBuilder<string>, text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`((case ${kind} when 'number' then exact_order_number(${text}) else order_key(${kind}, ${text}) end) collate "C")`;
