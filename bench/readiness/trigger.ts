import type pg from 'pg';
import { median } from '../report.ts';

const batch = 1_000;
const rounds = 21;

/**
 * Returns the milliseconds that the database needs to write 1,000 products, with and without the list of products to evaluate. Each
 * write is rolled back.
 */
export async function measureTrigger(
  database: pg.Client,
  clientId: string,
): Promise<{ listed: number; unlisted: number }> {
  const listed: number[] = [];
  const unlisted: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    listed.push(await measureWrite(database, clientId, true));
    unlisted.push(await measureWrite(database, clientId, false));
  }
  return { listed: median(listed), unlisted: median(unlisted) };
}

async function measureWrite(database: pg.Client, clientId: string, isListed: boolean): Promise<number> {
  await database.query('begin');
  // Without this row, the trigger does not list products of the client.
  if (!isListed) await database.query('delete from evaluation_state where client_id = $1', [clientId]);
  const started = performance.now();
  await database.query(
    `update product
    set "values" = "values" || jsonb_build_object('text_0', 'trigger'), revision = revision + 1
    where client_id = $1
      and product_id in (select product_id from product where client_id = $1 order by product_id limit ${batch})`,
    [clientId],
  );
  const ms = performance.now() - started;
  await database.query('rollback');
  return ms;
}
