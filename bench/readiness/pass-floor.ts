import type pg from 'pg';

const pageSize = 1_000;

const columns = `product_id, ruleset_no, product_revision, product_created_at, outcome, is_complete, is_valid, channel_category,
  required, filled, recommended, recommended_filled, errors, warnings, problems, problem_ids, output_hash, result_hash`;
/** Each column is sent as an array of texts. Problem ids are PostgreSQL array literals such as `{1,2}`. */
const rows = `select $1, $2, product_id, ruleset_no::integer, product_revision::integer, product_created_at::timestamptz, outcome,
  is_complete::boolean, is_valid::boolean, channel_category, required::smallint, filled::smallint, recommended::smallint,
  recommended_filled::smallint, errors::integer, warnings::integer, problems::jsonb, problem_ids::integer[], output_hash::bigint,
  result_hash::bytea
  from unnest(${Array.from({ length: 18 }, (_, index) => `$${index + 3}::text[]`).join(', ')}) as row (${columns})`;
const assignments = columns
  .split(/,\s*/)
  .filter((column) => column !== 'product_id')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/**
 * Returns the seconds that a bare driver needs for the work that every pass must do. It reads all products as text and upserts rows as wide
 * as their evaluations, 1,000 per transaction, into a table with the primary key only. The rows are prepared before the measurement starts.
 */
export async function measurePassFloor(database: pg.Client, clientId: string, channelId: string): Promise<number> {
  await database.query('drop table if exists floor_evaluation');
  await database.query('create table floor_evaluation (like channel_evaluation) with (fillfactor = 80)');
  await database.query('alter table floor_evaluation add primary key (client_id, channel_id, product_id)');
  let ms = 0;
  let after = '';
  for (;;) {
    const values = await readEvaluations(database, clientId, channelId, after);
    const started = performance.now();
    await database.query('begin');
    const page = await database.query<{ product_id: string; text: string }>(
      `select product_id, "values"::text as text from product where client_id = $1 and product_id > $2 order by product_id limit ${pageSize}`,
      [clientId, after],
    );
    await database.query(
      `insert into floor_evaluation (client_id, channel_id, ${columns}) ${rows}
      on conflict (client_id, channel_id, product_id) do update set ${assignments}`,
      [clientId, channelId, ...values],
    );
    await database.query('commit');
    ms += performance.now() - started;
    after = page.rows.at(-1)?.product_id ?? '';
    if (page.rows.length < pageSize) return ms / 1_000;
  }
}

/** Returns the columns of one page of evaluations, each as a list of texts. The page begins after the given product id. */
async function readEvaluations(
  database: pg.Client,
  clientId: string,
  channelId: string,
  after: string,
): Promise<string[][]> {
  const names = columns.split(/,\s*/);
  const { rows: stored } = await database.query<Record<string, string>>(
    `select ${names.map((name) => `${name}::text as ${name}`).join(', ')}
    from channel_evaluation
    where client_id = $1 and channel_id = $2 and product_id > $3
    order by product_id
    limit ${pageSize}`,
    [clientId, channelId, after],
  );
  return names.map((name) => stored.map((row) => row[name] ?? null) as string[]); // null only if the column allows it
}
