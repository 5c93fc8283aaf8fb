import { sql } from 'kysely';
import { childrenOf } from '../../catalog/core.ts';
import type { ClientId, Database, ProductId } from '../../platform/core.ts';
import { attemptIn } from '../store/attempt.ts';
import type { WriteTarget } from './batch-writer.ts';
import type { PreparedBatch } from '../store/import-prepare.ts';

/** A private copy of the rows that an import can read or change, filled batch by batch. */
export interface DryCopy {
  attempt: WriteTarget['attempt'];
  /** A connection whose tables are the copy. */
  connection: Database;
  /** Adds the stored products that a batch contains or links to, and all products below them in packaging. */
  addProducts(batch: PreparedBatch): Promise<void>;
}

/**
 * Temporary tables hide the real tables on their connection. Therefore a dry run executes the same statements as an import, later batches
 * see the results of earlier batches, and no real rows are locked or changed.
 */
const copiedTables = [
  'structure_state',
  'attribute',
  'category',
  'packaging_state',
  'product',
  'product_history',
  'asset',
  'asset_use',
] as const;

async function makeCopy(connection: Database, clientId: ClientId): Promise<void> {
  for (const table of copiedTables) {
    await sql`create temporary table ${sql.table(table)} (like ${sql.table(`public.${table}`)} including defaults including indexes)`.execute(
      connection,
    );
  }
  for (const table of ['structure_state', 'attribute', 'category'] as const) {
    await sql`insert into ${sql.table(table)} select source.* from ${sql.table(`public.${table}`)} as source where source.client_id = ${clientId}`.execute(
      connection,
    );
  }
}

/** Copies the given products and all products below them in packaging. */
async function copyStored(connection: Database, clientId: ClientId, productIds: readonly ProductId[]): Promise<void> {
  await sql`
    insert into product
    with recursive wanted (product_id) as (
      select unnest(${productIds}::text[])
      union
      select link.value ->> '__ID'
      from wanted
      join public.product as parent on parent.client_id = ${clientId} and parent.product_id = wanted.product_id
      cross join lateral jsonb_array_elements(parent.packaging) as link (value)
    )
    select stored.*
    from wanted
    join public.product as stored on stored.client_id = ${clientId} and stored.product_id = wanted.product_id
    on conflict (client_id, product_id) do nothing`.execute(connection);
}

/** Returns the products of a batch and the products that they link to. */
function namedBy(batch: PreparedBatch): ProductId[] {
  return [
    ...new Set(batch.products.flatMap(({ productId, packaging }) => [productId, ...childrenOf(packaging ?? [])])),
  ];
}

/** Makes a copy, runs the work on it, and drops it. Nothing is written to the stored catalogue. */
export async function runDry(
  database: Database,
  clientId: ClientId,
  work: (copy: DryCopy) => Promise<void>,
): Promise<void> {
  await database.connection().execute(async (connection) => {
    try {
      await makeCopy(connection, clientId);
      await work({
        attempt: (unit) => attemptIn(connection, unit),
        connection,
        addProducts: (batch) => copyStored(connection, clientId, namedBy(batch)),
      });
    } finally {
      await sql`discard temporary`.execute(connection);
    }
  });
}
