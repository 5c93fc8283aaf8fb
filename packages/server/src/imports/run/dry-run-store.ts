import { sql } from 'kysely';
import { childrenOf } from '../../catalog/core.ts';
import { type Database, type ClientId, type ProductId, transaction } from '../../platform/core.ts';
import type { UnitOfWork } from './batch-writer.ts';
import type { PreparedBatch } from '../store/import-prepare.ts';

/** A private copy of what an import may touch, filled as the import asks for it. */
export interface DryCopy {
  unit: UnitOfWork;
  /** Brings the stored products that a batch names, and all that they hold in packaging, into the copy. */
  bring(batch: PreparedBatch): Promise<void>;
}

/**
 * Temporary tables stand before the real ones on the search path of their own connection. So the very statements of an import run,
 * later batches see what earlier ones did, and nobody else's rows are locked or changed.
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

/** Copies the named products and everything below them in packaging. */
async function bringProducts(
  connection: Database,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<void> {
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

/** Products named by a batch: those that it holds and those that they link to. */
function namedBy(batch: PreparedBatch): ProductId[] {
  return [
    ...new Set(batch.products.flatMap(({ productId, packaging }) => [productId, ...childrenOf(packaging ?? [])])),
  ];
}

/** Runs work on a copy that is gone afterwards. */
export async function runDry(
  database: Database,
  clientId: ClientId,
  work: (copy: DryCopy) => Promise<void>,
): Promise<void> {
  await database.connection().execute(async (connection) => {
    try {
      await makeCopy(connection, clientId);
      await work({
        unit: (unit) => transaction(connection, unit),
        bring: (batch) => bringProducts(connection, clientId, namedBy(batch)),
      });
    } finally {
      await sql`discard temporary`.execute(connection);
    }
  });
}
