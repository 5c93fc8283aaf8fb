import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { ClientId, Transaction } from '../../platform/index.ts';
import { firstError, type Gate, gateTables, gateVerdict, outputHash } from '../../readiness/index.ts';
import { lockPins, pinNamed } from './asset-pin-store.ts';
import { isChosen, type ProductChoice } from './product-choice-views.ts';
import { keepDefinitions, selectUnknown } from './snapshot-store.ts';
import { maxListedSkips, type Snapshot } from './snapshot-types.ts';
import { isUnchanged } from './unchanged-product-views.ts';

/**
 * Builds a query for the product of a row of `judged`. The query can read the product only by its primary key, so that missing statistics
 * cannot lead to a bad plan.
 */
const productOf = (clientId: ClientId, columns: RawBuilder<unknown>) => sql`
  lateral (
    select ${columns}
    from product
    where product.client_id = ${clientId} and product.product_id = judged.product_id
    offset 0
  ) as product`;

/**
 * Builds a query for the products that pass the gate although their packaging refers to a missing product, with the smallest missing id.
 */
const selectUnresolved = (clientId: ClientId) => sql`
    select judged.product_id, gap.missing
    from judged
    cross join ${productOf(clientId, sql`product.packaging`)}
    cross join lateral (
      select min(link.value ->> '__ID') as missing
      from jsonb_array_elements(product.packaging) as link (value)
      where (
        select child.product_id
        from product as child
        where child.client_id = ${clientId} and child.product_id = link.value ->> '__ID'
      ) is null
    ) as gap
    where judged.verdict = 'passed' and judged.has_packaging and gap.missing is not null`;

const copiedColumns = sql`
  product.product_id, product.revision, product.created_at, product.name, product.family, product.category,
  product.primary_asset, product."values", product.packaging`;

/**
 * Builds the SQL expressions for the channel category and the overrides of a product, from which the channel shape is computed at delivery.
 * Stored evaluations belong to the evaluation account. For a different account, the category is also computed at delivery.
 */
const shapeInputs = ({ clientId, channelId }: ConnectionKey, { account }: Gate) => sql`
      (
        select evaluation.channel_category
        from channel_evaluation as evaluation
        where evaluation.client_id = ${clientId}
          and evaluation.channel_id = ${channelId}
          and evaluation.product_id = judged.product_id
          and ${account === undefined}
      ),
      (
        select jsonb_object_agg(channel_override.target, channel_override.value)
        from channel_override
        where channel_override.client_id = ${clientId}
          and channel_override.channel_id = ${channelId}
          and channel_override.product_id = judged.product_id
      )`;

/** Copies the products that pass the gate, except those in the CTE `unresolved`. */
const copyPassed = (key: ConnectionKey, submissionId: string, gate: Gate) => sql`
    insert into submission_product (
      client_id, submission_id, product_id, revision, created_at,
      name, family, category, primary_asset, "values", packaging, output_hash, asset_ids, channel_category, overrides
    )
    select
      ${key.clientId}, ${submissionId}::uuid, ${copiedColumns}, ${outputHash(key)},
      array(
        select asset_use.asset_id
        from asset_use
        where asset_use.client_id = ${key.clientId} and asset_use.product_id = product.product_id
        order by asset_use.asset_id
      ),
      ${shapeInputs(key, gate)}
    from judged
    cross join ${productOf(key.clientId, copiedColumns)}
    where judged.verdict = 'passed'
      and judged.product_id not in (select unresolved.product_id from unresolved)
    returning submission_product.asset_ids`;

/**
 * Builds a query for the details of the first `maxListedSkips` skipped products. For products that are not ready, these are the first error
 * and the number of further errors.
 */
const selectShown = ({ clientId, channelId }: ConnectionKey, gate: Gate) => sql`
      select jsonb_agg(jsonb_build_object(
        'productId', shown.product_id, 'code', shown.code, 'missing', shown.missing, 'reason', found.reason, 'more', found.more
      ))
      from (
        select passed_over.product_id, passed_over.code, passed_over.missing
        from passed_over
        order by passed_over.product_id
        limit ${maxListedSkips}
      ) as shown
      left join lateral (
        select ${firstError(gate.account)}
        from channel_evaluation as evaluation
        where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
          and evaluation.product_id = shown.product_id and shown.code = 'not-ready'
        offset 0
      ) as found on true`;

/** The products that a gated submit chooses. If `unchangedOn` is set, products that are unchanged on this account are skipped. */
export interface GatedChoice {
  choice: ProductChoice;
  gate: Gate;
  unchangedOn: string | undefined;
}

/**
 * Builds the SQL expression for the verdict on the row of `product`, or `unchanged` if the product passes the gate but is skipped because
 * it is unchanged.
 */
const verdictOn = (key: ConnectionKey, { gate, unchangedOn }: GatedChoice) =>
  unchangedOn === undefined
    ? gateVerdict(key, gate)
    : sql<string>`(
        select
          case
            when gated.verdict = 'passed' and ${isUnchanged(key, { accountId: unchangedOn, outputHash: outputHash(key) })}
              then 'unchanged'
            else gated.verdict
          end
        from (select ${gateVerdict(key, gate)} as verdict offset 0) as gated
      )`;

/**
 * Copies the chosen products that pass the gate into a submission, together with their definitions, and pins the files that they refer to.
 * A single statement reads products, files, evaluations and the lists of changes from the same state of the database. Therefore no product
 * with an outdated evaluation passes, and no unchecked file is delivered. With the choice `due`, a product that does not pass is not due.
 * With other choices, it is listed as skipped.
 */
export async function takeGatedSnapshot(
  transaction: Transaction,
  key: ConnectionKey,
  submissionId: string,
  taking: GatedChoice,
): Promise<Snapshot> {
  const { clientId } = key;
  const { choice, gate } = taking;
  await lockPins(transaction, clientId);
  const { rows } = await sql<Snapshot>`
    with ${keepDefinitions(clientId)}, ${gateTables(key, gate)}, judged as materialized (
      select product.product_id, product.packaging is not null as has_packaging, ${verdictOn(key, taking)} as verdict
      from product
      where product.client_id = ${clientId} and ${isChosen(key, choice, { isGated: true })}
    ), unresolved as materialized (
      ${selectUnresolved(clientId)}
    ), taken as (
      ${copyPassed(key, submissionId, gate)}
    ), named as materialized (
      select distinct unnest(taken.asset_ids) as asset_id
      from taken
      order by asset_id
    ), ${pinNamed({ clientId, submissionId })}, passed_over as materialized (
      select unresolved.product_id, 'unresolved-packaging' as code, unresolved.missing
      from unresolved
      union all
      select judged.product_id, judged.verdict, null
      from judged
      where judged.verdict <> 'passed' and ${choice.kind !== 'due'}
      union all
      ${selectUnknown(key, choice)}
    )
    select
      (select count(*) from taken) as count,
      (select count(*) from named) - (select count(*) from pinned) as "missingAssets",
      (select hashed.hash from hashed) as hash,
      (select count(*) from passed_over) as "skippedCount",
      (select count(*) from passed_over where passed_over.code = 'checking') as "checkingCount",
      coalesce((${selectShown(key, gate)}), '[]') as skipped`.execute(transaction);
  const [snapshot] = rows;
  if (!snapshot) throw new Error('a select without a table returned no row');
  return snapshot;
}
