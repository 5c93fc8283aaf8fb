import { sql } from 'kysely';
import type { ChannelId, ClientId, Connection, Transaction } from '../../platform/core.ts';
import type { EvaluationRow, StoredEvaluation, TallyDifference } from './evaluation-types.ts';

const ids = (productIds: readonly string[]) => sql`string_to_array(${productIds.join('\u001f')}, E'\\x1f') collate "C"`;

/** Returns the stored evaluations of products, on the given channels. */
export async function listStoredEvaluations(
  connection: Connection,
  clientId: ClientId,
  channelIds: readonly ChannelId[],
  productIds: readonly string[],
): Promise<StoredEvaluation[]> {
  const { rows } = await sql<StoredEvaluation>`
    select
      evaluation.channel_id as "channelId", evaluation.product_id as "productId",
      evaluation.product_revision as "productRevision", evaluation.product_created_at::text as "productCreatedAt",
      evaluation.outcome, evaluation.channel_category as "channelCategory", evaluation.problem_ids as "problemIds",
      encode(evaluation.result_hash, 'hex') as "resultHash"
    from unnest(${ids(productIds)}) as wanted (product_id)
    cross join unnest(${channelIds}::text[]) as channel (channel_id)
    join channel_evaluation as evaluation on evaluation.client_id = ${clientId}
      and evaluation.channel_id = channel.channel_id and evaluation.product_id = wanted.product_id`.execute(connection);
  return rows;
}

/**
 * Returns one column of all rows as an SQL array. PostgreSQL splits the array from one string at U+001F, which takes less time per row than
 * JSON. Do not use this for ids of categories, because an adapter may have published an id that contains U+001F.
 */
function column(rows: readonly EvaluationRow[], valueOf: (row: EvaluationRow) => string | number | boolean) {
  return sql`string_to_array(${rows.map(valueOf).join('\u001f')}, E'\\x1f')`;
}

/** Writes evaluations. Existing evaluations of the same products are replaced. */
export async function saveEvaluations(
  transaction: Transaction,
  clientId: ClientId,
  rows: readonly EvaluationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into channel_evaluation as stored (
      client_id, channel_id, product_id, ruleset_no, product_revision, product_created_at, outcome, is_complete, is_valid,
      channel_category, required, filled, recommended, recommended_filled, errors, warnings, problems, problem_ids,
      output_hash, result_hash
    )
    select
      ${clientId}, row.channel_id, row.product_id, row.ruleset_no, row.product_revision, row.product_created_at, row.outcome,
      row.is_complete, row.is_valid, row.channel_category, row.required, row.filled, row.recommended,
      row.recommended_filled, row.errors, row.warnings, row.problems::jsonb, row.problem_ids::integer[], row.output_hash,
      decode(row.result_hash, 'hex')
    from unnest(
      ${column(rows, ({ channelId }) => channelId)}, ${column(rows, ({ productId }) => productId)},
      ${column(rows, ({ rulesetNo }) => rulesetNo)}::integer[],
      ${column(rows, ({ productRevision }) => productRevision)}::integer[],
      ${column(rows, ({ productCreatedAt }) => productCreatedAt)}::timestamptz[],
      ${column(rows, ({ outcome }) => outcome)}, ${column(rows, ({ isComplete }) => isComplete)}::boolean[],
      ${column(rows, ({ isValid }) => isValid)}::boolean[], ${rows.map(({ channelCategory }) => channelCategory)}::text[],
      ${column(rows, ({ required }) => required)}::smallint[], ${column(rows, ({ filled }) => filled)}::smallint[],
      ${column(rows, ({ recommended }) => recommended)}::smallint[],
      ${column(rows, ({ recommendedFilled }) => recommendedFilled)}::smallint[],
      ${column(rows, ({ errors }) => errors)}::integer[], ${column(rows, ({ warnings }) => warnings)}::integer[],
      ${column(rows, ({ problems }) => problems)}, ${column(rows, ({ problemIds }) => `{${problemIds.join()}}`)},
      ${column(rows, ({ outputHash }) => outputHash)}::bigint[], ${column(rows, ({ resultHash }) => resultHash)}
    ) as row (
      channel_id, product_id, ruleset_no, product_revision, product_created_at, outcome, is_complete, is_valid,
      channel_category, required, filled, recommended, recommended_filled, errors, warnings, problems, problem_ids,
      output_hash, result_hash
    )
    on conflict (client_id, channel_id, product_id) do update
    set
      ruleset_no = excluded.ruleset_no, product_revision = excluded.product_revision,
      product_created_at = excluded.product_created_at, outcome = excluded.outcome, is_complete = excluded.is_complete,
      is_valid = excluded.is_valid, channel_category = excluded.channel_category, required = excluded.required,
      filled = excluded.filled, recommended = excluded.recommended, recommended_filled = excluded.recommended_filled,
      errors = excluded.errors, warnings = excluded.warnings, problems = excluded.problems,
      problem_ids = excluded.problem_ids, output_hash = excluded.output_hash, result_hash = excluded.result_hash`.execute(
    transaction,
  );
}

export async function deleteEvaluations(
  transaction: Transaction,
  clientId: ClientId,
  gone: readonly Pick<StoredEvaluation, 'channelId' | 'productId'>[],
): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    delete from channel_evaluation
    using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone ("channelId" text, "productId" text)
    where channel_evaluation.client_id = ${clientId} and channel_evaluation.channel_id = gone."channelId"
      and channel_evaluation.product_id = gone."productId"`.execute(transaction);
}

/** Adds differences to the tallies of a channel. */
export async function addToTallies(
  transaction: Transaction,
  clientId: ClientId,
  channelId: ChannelId,
  difference: TallyDifference,
): Promise<void> {
  const changed = [...difference.values()].filter(({ products }) => products !== 0);
  if (changed.length === 0) return;
  await sql`
    insert into evaluation_tally as stored (client_id, channel_id, kind, key, products)
    select ${clientId}, ${channelId}, changed.kind, changed.key, changed.products
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (kind text, key text, products bigint)
    order by changed.kind, changed.key collate "C"
    on conflict (client_id, channel_id, kind, key) do update
    set products = stored.products + excluded.products`.execute(transaction);
}

/** Moves pending entries into the index of problems. Every search scans all pending entries, so their number must stay small. */
export async function flushPendingProblems(connection: Connection): Promise<void> {
  await sql`select gin_clean_pending_list('channel_evaluation_problems')`.execute(connection);
}

/** Deletes the tallies, the numbers of problems and the progress of passes of a channel. */
export async function deleteCounts(
  transaction: Transaction,
  { clientId, channelId }: { clientId: ClientId; channelId: ChannelId },
): Promise<void> {
  for (const table of ['evaluation_tally', 'channel_problem', 'evaluation_state'])
    await sql`
      delete from ${sql.table(table)}
      where client_id = ${clientId} and channel_id = ${channelId}`.execute(transaction);
}
