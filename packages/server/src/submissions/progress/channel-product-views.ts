import { type RawBuilder, sql } from 'kysely';
import type { ChannelProduct, ListedChannelProduct, ProductStatus } from '@pimento/contract';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection, ClientId, ProductId, ChannelId } from '../../platform/index.ts';
import { findOutcomes, listProblemNumbers } from '../../readiness/index.ts';

type ChannelProductRow = Omit<ChannelProduct, 'changed' | 'errors' | 'channelId'> & {
  changeNo: number;
  changedAt: Date;
  errors: ChannelProduct['errors'] | null;
};

async function selectProducts(
  connection: Connection,
  key: ConnectionKey,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<{ changeNo: number; product: ChannelProduct }[]> {
  const { rows } = await sql<ChannelProductRow>`
    select
      channel_product.product_id as "productId",
      product.name,
      channel_product.state,
      channel_product.change_no as "changeNo",
      channel_product.changed_at as "changedAt",
      case
        when channel_product.gone_submission ->> 'submissionId' is distinct from channel_product.submission_id::text
        then channel_product.submission_id
      end as "submissionId",
      channel_product.submitted_revision is not null
        and channel_product.state <> 'Withdrawn'
        and (channel_product.submitted_revision, channel_product.submitted_created_at)
          is distinct from (product.revision, product.created_at) as "changedSince",
      product.product_id is null as "isDeleted",
      channel_product.message,
      channel_product.errors,
      case when channel_product.state <> 'Withdrawn' then channel_product.external_id end as "externalId"
    from channel_product
    left join product on product.client_id = ${key.clientId} and product.product_id = channel_product.product_id
    where channel_product.client_id = ${key.clientId}
      and channel_product.channel_id = ${key.channelId}
      and ${condition}
    order by ${order}
    limit ${limit}`.execute(connection);
  return rows.map(({ changeNo, changedAt, errors, ...row }) => ({
    changeNo,
    product: { ...row, channelId: key.channelId, changed: changedAt.toISOString(), errors: errors ?? [] },
  }));
}

/** Selects products by their last evaluation. Selects all products if no member is set. */
export interface EvaluationFilter {
  outcome?: string | undefined;
  target?: string | undefined;
  code?: string | undefined;
}

/** SQL condition on `channel_product` that the last evaluation of a product matches a filter. */
async function isEvaluatedAs(
  connection: Connection,
  key: ConnectionKey,
  { outcome, target, code }: EvaluationFilter,
): Promise<RawBuilder<boolean>> {
  const hasProblem = target !== undefined || code !== undefined;
  if (outcome === undefined && !hasProblem) return sql<boolean>`true`;
  const problemIds = hasProblem ? await listProblemNumbers(connection, key, { target, code }) : [];
  return sql<boolean>`channel_product.product_id in (
    select evaluation.product_id
    from channel_evaluation as evaluation
    where evaluation.client_id = ${key.clientId} and evaluation.channel_id = ${key.channelId}
      and ${outcome === undefined ? sql`true` : sql`evaluation.outcome = ${outcome}`}
      and ${hasProblem ? sql`evaluation.problem_ids && ${problemIds}::integer[]` : sql`true`}
  )`;
}

/** Lists a page of a client's products on a channel, in order of product id. */
export async function listChannelProductViews(
  connection: Connection,
  key: ConnectionKey,
  page: { states: readonly string[] | undefined; filter: EvaluationFilter; after: string | null; limit: number },
): Promise<ChannelProduct[]> {
  const condition = sql<boolean>`
    channel_product.product_id > ${page.after ?? ''}
    and (${page.states ?? null}::text[] is null or channel_product.state = any (${page.states ?? null}::text[]))
    and ${await isEvaluatedAs(connection, key, page.filter)}`;
  const rows = await selectProducts(connection, key, condition, sql`channel_product.product_id`, page.limit);
  return rows.map((row) => row.product);
}

/** Adds the evaluation outcome of each product and a mark for products on hold, if the channel has a data standard. */
export async function addOutcomes(
  connection: Connection,
  key: ConnectionKey,
  products: readonly ChannelProduct[],
): Promise<ListedChannelProduct[]> {
  const productIds = products.map(({ productId }) => productId);
  const outcomes = products.length === 0 ? undefined : await findOutcomes(connection, key, productIds);
  if (outcomes === undefined) return [...products];
  const held = new Set(await listHeld(connection, key, productIds));
  return products.map((product) => ({
    ...product,
    outcome: outcomes.get(product.productId) ?? 'checking',
    isHeld: held.has(product.productId),
  }));
}

/** Returns the given products that are on hold. */
async function listHeld(connection: Connection, key: ConnectionKey, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select channel_product.product_id as "productId"
    from channel_product
    where channel_product.client_id = ${key.clientId}
      and channel_product.channel_id = ${key.channelId}
      and channel_product.product_id = any (${productIds}::text[])
      and channel_product.is_held`.execute(connection);
  return rows.map(({ productId }) => productId);
}

export async function findChannelProduct(
  connection: Connection,
  key: ConnectionKey,
  productId: ProductId,
): Promise<ChannelProduct | undefined> {
  const condition = sql<boolean>`channel_product.product_id = ${productId}`;
  return (await selectProducts(connection, key, condition, sql`channel_product.product_id`, 1))[0]?.product;
}

/**
 * Lists products in order of their last changes. Changes are numbered in commit order, so a reader that continues after the last number
 * misses no change.
 */
export function listChangedProducts(
  connection: Connection,
  key: ConnectionKey,
  from: { afterChange: number; since: Date | null },
  limit: number,
): Promise<{ changeNo: number; product: ChannelProduct }[]> {
  const condition = sql<boolean>`
    channel_product.change_no > ${from.afterChange}
    and (${from.since}::timestamptz is null or channel_product.changed_at >= ${from.since}::timestamptz)`;
  return selectProducts(connection, key, condition, sql`channel_product.change_no`, limit);
}

/** Returns the number of the last committed change, or 0 if there is no change. */
export async function findLastChange(connection: Connection, key: ConnectionKey): Promise<number> {
  const { rows } = await sql<{ lastChange: number }>`
    select connection.last_change as "lastChange"
    from connection
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}`.execute(connection);
  return rows[0]?.lastChange ?? 0;
}

/** Returns the state of a product on each of its channels, in order of channel. @returns undefined if the product does not exist */
export async function listProductChannelViews(
  connection: Connection,
  key: { clientId: ClientId; productId: ProductId },
): Promise<(ListedChannelProduct & { channelName: string })[] | undefined> {
  const { rows } = await sql<{ channelId: ChannelId; channelName: string }>`
    select channel.channel_id as "channelId", channel.name as "channelName"
    from connection
    join channel on channel.channel_id = connection.channel_id
    where connection.client_id = ${key.clientId}
    order by channel.channel_id`.execute(connection);
  const views = [];
  for (const { channelId, channelName } of rows) {
    const ofChannel = { clientId: key.clientId, channelId };
    const view = await findChannelProduct(connection, ofChannel, key.productId);
    const listed = await addOutcomes(connection, ofChannel, view ? [view] : []);
    views.push(...listed.map((one) => ({ ...one, channelName })));
  }
  return views.length > 0 || (await productExists(connection, key)) ? views : undefined;
}

async function productExists(
  connection: Connection,
  key: { clientId: ClientId; productId: ProductId },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from product
    where product.client_id = ${key.clientId} and product.product_id = ${key.productId}`.execute(connection);
  return rows.length > 0;
}

type LatestSubmission = NonNullable<ProductStatus['latestSubmission']>;
type LatestRow = Omit<LatestSubmission, 'created' | 'finished'> & { createdAt: Date; finishedAt: Date | null };

/** Adds the newest submission of each product. */
export async function addLatestSubmissions(
  connection: Connection,
  clientId: ClientId,
  products: readonly ChannelProduct[],
): Promise<Omit<ProductStatus, 'dataErrors'>[]> {
  const submissionIds = [...new Set(products.flatMap(({ submissionId }) => submissionId ?? []))];
  const { rows } = await sql<LatestRow>`
    select
      submission.submission_id as "submissionId", submission.operation, submission.status,
      submission.account_id as "accountId", submission.comment,
      submission.created_at as "createdAt", submission.finished_at as "finishedAt"
    from submission
    where submission.client_id = ${clientId} and submission.submission_id = any (${submissionIds}::uuid[])`.execute(
    connection,
  );
  const latest = new Map(
    rows.map(({ createdAt, finishedAt, ...row }): [string, LatestSubmission] => [
      row.submissionId,
      { ...row, created: createdAt.toISOString(), finished: finishedAt?.toISOString() ?? null },
    ]),
  );
  return products.map((product) => ({
    ...product,
    latestSubmission: latest.get(product.submissionId ?? '') ?? null,
  }));
}
