import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { BenchServer } from '../import/bench-server.ts';

/** Creates a client with products of four values each. */
export async function seedProducts(server: BenchServer, count: number): Promise<{ clientId: string; secret: string }> {
  const clientId = 'edited';
  await server.call('POST', '/console/clients', server.operatorSecret, { clientId, name: clientId });
  const key = { kind: 'client', name: 'bench', clientId };
  // the contract declares this type
  const { secret } = (await server.call('POST', '/console/keys', server.operatorSecret, key)) as { secret: string };
  for (let from = 0; from < count; from += 1_000) {
    const products = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => ({
      __ID: `p${from + at}`,
      __NAME: `Product ${from + at}`,
      color: 'red',
      size: 'M',
      material: ['cotton', 'linen'],
      description: `What product ${from + at} is, in a sentence or two. `.repeat(5),
    }));
    await server.call('POST', '/api/import/v1/feeds/master', secret, { products });
  }
  return { clientId, secret };
}

/** Runs the locks and writes of one edit (product, history and job) in one transaction. */
export async function storeEdit(
  database: pg.Client,
  clientId: string,
  { productId, value }: { productId: string; value: string },
): Promise<void> {
  const jobId = randomUUID();
  await database.query('begin');
  await database.query('select from structure_state where client_id = $1 for share', [clientId]);
  await database.query('select * from product where client_id = $1 and product_id = $2 for update', [
    clientId,
    productId,
  ]);
  await database.query(
    `update product
     set "values" = jsonb_set("values", '{color}', to_jsonb($3::text)), revision = revision + 1, updated_at = now()
     where client_id = $1 and product_id = $2`,
    [clientId, productId, value],
  );
  await database.query(
    `insert into product_history (client_id, product_id, history_id, kind, actor, job_id, changes)
     values ($1, $2, $3, 'updated', 'key:bench', $4, $5)`,
    [clientId, productId, randomUUID(), jobId, JSON.stringify([{ attribute: 'color', old: 'red', new: value }])],
  );
  await database.query(
    `insert into import_job (client_id, job_id, status, import_type, origin, atomic, dry_run, format, durable, actor, finished_at)
     values ($1, $2, 'Completed', 'IMPORTER', 'edit', false, false, 'json', false, 'key:bench', now())`,
    [clientId, jobId],
  );
  await database.query('commit');
}
