import { createHash } from 'node:crypto';
import type { DataStandard, Mapping } from '@pimento/contract';
import { sql } from 'kysely';
import { RulesetCache } from '../../src/readiness/rulesets/ruleset-cache.ts';
import { listCurrentRulesets } from '../../src/readiness/rulesets/ruleset-views.ts';
import { productFacts } from '../../src/readiness/evaluations/product-facts-rules.ts';
import {
  listAssetsOf,
  listEvaluatedProducts,
  listOverridesOf,
} from '../../src/readiness/evaluations/product-facts-views.ts';
import { clientIdOf, transaction } from '../../src/platform/index.ts';
import { ask, type GatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';

/** Publishes a data standard as the adapter of the channel. */
export async function publishStandard(
  adapter: TestCaller,
  channelId: string,
  document: Partial<DataStandard>,
): Promise<void> {
  const body = { format: 'pimento-standard/1', name: 'Example Shop', ...document };
  await ask(adapter, 'PUT', `/external/channels/${channelId}/standard`, body);
}

/**
 * Publishes the next version of a client's mapping by writing it to the database without checks. Its formulas name attributes by id, so ids
 * must not change.
 */
export async function publishMapping(
  { service }: GatewayWorld,
  { clientId }: TestCaller,
  channelId: string,
  mapping: Partial<Mapping>,
): Promise<void> {
  const { maps, ...rest } = mapping;
  const names = Object.fromEntries(Object.entries(maps ?? {}).map(([id, { entries: _, ...map }]) => [id, map]));
  const document = JSON.stringify({ format: 'pimento-mapping/1', ...rest, maps: names });
  const values = Object.entries(maps ?? {}).flatMap(([owner, { entries = {} }]) =>
    Object.entries(entries).map(([source, target]) => ({ owner, source, target })),
  );
  await transaction(service.database, async (opened) => {
    const { rows } = await sql<{ version: number }>`
      insert into channel_mapping (
        client_id, channel_id, version, revision, document, formula_keys, document_hash, actor, published_at
      )
      select ${clientId}, ${channelId}, coalesce(max(version), 0) + 1, 1, ${document}::json, '{}',
        decode(${createHash('sha256').update(document).digest('hex')}, 'hex'), 'test', now()
      from channel_mapping
      where client_id = ${clientId} and channel_id = ${channelId}
      returning version`.execute(opened);
    await sql`
      update mapping_value
      set last_version = ${rows[0]?.version}::integer - 1
      where client_id = ${clientId} and channel_id = ${channelId} and last_version is null`.execute(opened);
    await sql`
      insert into mapping_value (client_id, channel_id, kind, owner_id, source, first_version, target)
      select ${clientId}, ${channelId}, 'map', value.owner, value.source, ${rows[0]?.version}::integer, value.target
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as value (owner text, source text, target text)`.execute(
      opened,
    );
  });
}

export interface StoredOutcome {
  productId: string;
  outcome: string;
  codes: string;
  outputHash: string;
}

/** Returns the stored evaluations of a client's products on a channel, by product id. */
export async function storedOutcomes(
  { service }: GatewayWorld,
  { clientId }: TestCaller,
  channelId: string,
): Promise<Map<string, StoredOutcome>> {
  const { rows } = await sql<StoredOutcome>`
    select
      product_id as "productId", outcome, output_hash::text as "outputHash",
      (select string_agg(problem ->> 'code', ' ') from jsonb_array_elements(problems) as problem) as codes
    from channel_evaluation
    where client_id = ${clientId} and channel_id = ${channelId}
    order by product_id`.execute(service.database);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** Evaluates all products of a client with the current ruleset of a channel, without using stored results. */
export async function evaluatedFromNothing(
  { service }: GatewayWorld,
  caller: TestCaller,
  channelId: string,
): Promise<Map<string, StoredOutcome>> {
  const clientId = clientIdOf(caller.clientId);
  return transaction(service.database, async (opened) => {
    const current = (await listCurrentRulesets(opened, clientId)).find((one) => one.channelId === channelId);
    if (current === undefined) return new Map();
    const ruleset = await new RulesetCache().get(opened, { clientId, channelId: current.channelId }, current.rulesetNo);
    const { rows } = await sql<{ id: string }>`
      select product_id as id from product where client_id = ${clientId} order by product_id`.execute(opened);
    const ids = rows.map(({ id }) => id);
    const assets = Map.groupBy(await listAssetsOf(opened, clientId, ids), ({ productId }) => productId);
    const overrides = (await listOverridesOf(opened, clientId, ids)).filter((one) => one.channelId === channelId);
    const outcomes = (await listEvaluatedProducts(opened, clientId, ids)).map((product): [string, StoredOutcome] => {
      const { productId, revision } = product;
      const own = overrides.filter((one) => one.productId === productId);
      const { outcome, problems, outputHash } = ruleset.evaluate(
        product,
        productFacts(revision, assets.get(productId) ?? [], own),
      );
      const codes = problems.map(({ code }) => code).join(' ');
      return [productId, { productId, outcome, codes, outputHash: String(outputHash) }];
    });
    return new Map(
      outcomes.map(([id, one]) => [id, { ...one, codes: one.codes === '' ? null : one.codes } as StoredOutcome]),
    ); // null instead of '', because string_agg returns null for no rows
  });
}

/**
 * Returns the tallies of a channel as numbers of products by kind and key. For a problem, the key is replaced with its target and code.
 * Omits tallies that are 0.
 */
export async function talliesOf(
  { service }: GatewayWorld,
  { clientId }: TestCaller,
  channelId: string,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; products: number }>`
    select
      tally.kind || ' ' || coalesce(problem.target || ' ' || problem.code, tally.key) as name, tally.products::integer as products
    from evaluation_tally as tally
    left join channel_problem as problem on tally.kind = 'problem' and problem.client_id = tally.client_id
      and problem.channel_id = tally.channel_id and problem.problem_id::text = tally.key
    where tally.client_id = ${clientId} and tally.channel_id = ${channelId} and tally.products <> 0`.execute(
    service.database,
  );
  return Object.fromEntries(rows.map(({ name, products }) => [name, products]));
}
