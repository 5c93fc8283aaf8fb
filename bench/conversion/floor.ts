import type pg from 'pg';

/**
 * Converts the lists of all products back to single values in one statement, with revision and history, and rolls it back. This is the
 * minimum that the database must write. All other writers of the products would wait for it.
 * @returns seconds
 */
export async function convertAtOnce(database: pg.Client, clientId: string): Promise<number> {
  const started = performance.now();
  await database.query('begin');
  await database.query(
    `with rewritten as (
       update product
       set
         "values" = product."values" || jsonb_build_object('weight', product."values" -> 'weight' -> 0),
         fingerprint = null,
         revision = product.revision + 1,
         updated_at = now()
       where product.client_id = $1
       returning product.product_id, product."values" -> 'weight' as weight
     )
     insert into product_history (client_id, product_id, history_id, kind, actor, changes)
     select
       $1, rewritten.product_id, gen_random_uuid(), 'updated', 'bench',
       jsonb_build_array(
         jsonb_build_object('attribute', 'weight', 'old', jsonb_build_array(rewritten.weight), 'new', rewritten.weight)
       )
     from rewritten`,
    [clientId],
  );
  const seconds = (performance.now() - started) / 1000;
  await database.query('rollback');
  return seconds;
}
