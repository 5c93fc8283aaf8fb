import type pg from 'pg';

/** Number of products per statement, so that the memory of the database stays small. */
const chunkSize = 50_000;

/** Runs statements without triggers. Otherwise, the service would first process the changes of a million products. */
async function withoutTriggers(database: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await database.query('set session_replication_role = replica');
  try {
    await work();
  } finally {
    await database.query('set session_replication_role = origin');
  }
}

/**
 * Adds products until there are `to`, numbered like those of `writeProducts`. They are copies of the first `from` products. With
 * `isSmall`, each of them has only one value, which is enough to list it.
 */
export async function growProducts(
  database: pg.Client,
  clientId: string,
  { from, to, isSmall }: { from: number; to: number; isSmall: boolean },
): Promise<void> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::integer as count from product where client_id = $1',
    [clientId],
  );
  const values = `${isSmall ? '' : 'source."values" || '}jsonb_build_object('text_1', 'copy ' || n)`;
  await withoutTriggers(database, async () => {
    for (let start = rows[0]?.count ?? 0; start < to; start += chunkSize)
      await database.query(
        `insert into product (client_id, product_id, name, family, category, primary_asset, "values", created_by)
        select source.client_id, 'P' || lpad(n::text, 9, '0'), source.name, source.family, source.category, source.primary_asset,
          ${values}, source.created_by
        from generate_series($2::integer, $3::integer) as n
        join product as source on source.client_id = $1 and source.product_id = 'P' || lpad((n % $4)::text, 9, '0')`,
        [clientId, start, Math.min(start + chunkSize, to) - 1, from],
      );
    await database.query('update search_state set products = $2 where client_id = $1', [clientId, to]);
  });
  await database.query('vacuum (analyze) product');
}

/** Removes the evaluations of a channel, so that a pass writes all of them. */
export async function removeEvaluations(database: pg.Client, clientId: string, channelId: string): Promise<void> {
  for (const table of ['channel_evaluation', 'evaluation_tally'])
    await database.query(`delete from ${table} where client_id = $1 and channel_id = $2`, [clientId, channelId]);
  await database.query('vacuum (analyze) channel_evaluation');
}

/**
 * Gives every product an evaluation on each of the channels. They are copies of the evaluations of the first `from` products on the first
 * channel. The numbers of problems differ between channels, as those of real channels do.
 */
export async function growEvaluations(
  database: pg.Client,
  clientId: string,
  channelIds: readonly string[],
  from: number,
): Promise<void> {
  const columns = `ruleset_no, outcome, is_complete, is_valid, channel_category, required, filled, recommended, recommended_filled,
    errors, warnings, problems, output_hash, result_hash`;
  for (const [index, channelId] of channelIds.entries())
    await database.query(
      `insert into channel_evaluation (
        client_id, channel_id, product_id, product_revision, product_created_at, ${columns}, problem_ids
      )
      select product.client_id, $3, product.product_id, product.revision, product.created_at, ${columns},
        array(select id # $4::integer from unnest(source.problem_ids) as id)
      from product
      join channel_evaluation as source on source.client_id = product.client_id and source.channel_id = $2
        and source.product_id = 'P' || lpad((substr(product.product_id, 2)::integer % $5)::text, 9, '0')
      where product.client_id = $1
      on conflict do nothing`,
      [clientId, channelIds[0], channelId, index, from],
    );
  await database.query('vacuum (analyze) channel_evaluation');
}
