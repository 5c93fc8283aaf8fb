import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection, Transaction } from '../../platform/index.ts';

/** A connection that the transaction has locked, with the number of its last change and the time to store for new changes. */
export interface ChangeContext extends ConnectionKey {
  lastChange: number;
  at: Date;
}

export const isOwn = (key: ConnectionKey) =>
  sql<boolean>`channel_product.client_id = ${key.clientId} and channel_product.channel_id = ${key.channelId}`;

/*
 * Statements find the row of a given product with a scalar or lateral subquery and write it with an upsert, because both can only use the
 * primary key. A join would get a bad plan. After 100,000 rows have been added, the planner treats the table as empty until it is analysed.
 * A join of 100 items with 100,000 products then took 3 s.
 */
export const countOf = async (connection: Connection, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(connection)).numAffectedRows ?? 0n);

/** Returns the columns that every change writes for the product with the id `productId`. Changes are numbered in order of product id. */
export const changeColumns = (
  context: ChangeContext,
  productId: RawBuilder<unknown>,
  state: RawBuilder<unknown>,
) => sql`
  ${context.clientId}, ${context.channelId}, ${productId}, ${state},
  ${context.lastChange}::bigint + row_number() over (order by ${productId}), ${context.at}::timestamptz`;

/**
 * Inserts or updates the rows that `source` selects. `source` has the columns of `changeColumns`, then `columns`. `resets` are further
 * assignments for existing rows.
 */
export function writeStates(
  connection: Transaction,
  columns: readonly string[],
  source: RawBuilder<unknown>,
  resets: readonly RawBuilder<unknown>[],
): Promise<number> {
  const written = ['state', 'change_no', 'changed_at', ...columns].map((column) => sql.ref(column));
  return countOf(
    connection,
    sql`
    insert into channel_product (client_id, channel_id, product_id, ${sql.join(written)})
    ${source}
    on conflict (client_id, channel_id, product_id) do update
    set ${sql.join([...written.map((column) => sql`${column} = excluded.${column}`), ...resets])}`,
  );
}

export const resetMessage = sql`message = null`;
export const resetErrors = sql`errors = null`;
export const resetWithdrawing = sql`withdrawing = false`;
export const resetBefore = sql`before_submit = null`;
