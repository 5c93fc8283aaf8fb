import { sql } from 'kysely';
import { childrenOf } from '../../catalog/core.ts';
import {
  allowIdle,
  type ClientId,
  type Database,
  partOf,
  type ProductId,
  provisionalTransaction,
  type Transaction,
} from '../../platform/core.ts';
import type { WriteTarget } from './batch-writer.ts';
import type { PreparedBatch } from '../store/import-prepare.ts';

/** A private copy of the rows that an import can read or change, filled batch by batch. */
export interface DryCopy {
  attempt: WriteTarget['attempt'];
  /** The transaction whose tables are the copy. */
  opened: Transaction;
  /** Adds the stored products that a batch contains or links to, and all products below them in packaging. */
  addProducts(batch: PreparedBatch): Promise<void>;
}

/**
 * Temporary tables hide the real tables in their transaction. Therefore a dry run executes the same statements as an import, later batches
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

async function makeCopy(opened: Transaction, clientId: ClientId): Promise<void> {
  for (const table of copiedTables) {
    await sql`create temporary table ${sql.table(table)} (like ${sql.table(`public.${table}`)} including defaults including indexes) on commit drop`.execute(
      opened,
    );
  }
  for (const table of ['structure_state', 'attribute', 'category'] as const) {
    await sql`insert into ${sql.table(table)} select source.* from ${sql.table(`public.${table}`)} as source where source.client_id = ${clientId}`.execute(
      opened,
    );
  }
  await sql`insert into structure_state (client_id) values (${clientId}) on conflict do nothing`.execute(opened);
}

/** Copies the given products and all products below them in packaging. */
async function copyStored(opened: Transaction, clientId: ClientId, productIds: readonly ProductId[]): Promise<void> {
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
    on conflict (client_id, product_id) do nothing`.execute(opened);
}

/** Returns the products of a batch and the products that they link to. */
function namedBy(batch: PreparedBatch): ProductId[] {
  return [
    ...new Set(batch.products.flatMap(({ productId, packaging }) => [productId, ...childrenOf(packaging ?? [])])),
  ];
}

/** Time for which the transaction may wait for the next batch. Its locks block only changes to the database schema, such as migrations. */
const idleMs = 600_000;

/**
 * Makes a copy and runs the work on it, in one transaction that is rolled back. Nothing is written to the stored catalogue, and nothing is
 * left in the database session, which a connection pooler may give to another connection afterwards.
 */
export async function runDry(
  database: Database,
  clientId: ClientId,
  work: (copy: DryCopy) => Promise<void>,
): Promise<void> {
  const dry = async (opened: Transaction) => {
    await allowIdle(opened, idleMs);
    await makeCopy(opened, clientId);
    await work({
      attempt: (unit) =>
        partOf(
          opened,
          () => unit(opened),
          (outcome) => 'stored' in outcome,
        ),
      opened,
      addProducts: (batch) => copyStored(opened, clientId, namedBy(batch)),
    });
  };
  await provisionalTransaction(database, dry, () => false);
}
