import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';

export interface ListedOverride {
  productId: string;
  target: string;
  value: unknown;
  isOutdated: boolean;
  actor: string;
  createdAt: Date;
}

/** Returns the overrides of one product by target. The key '' represents the category. */
export async function findProductOverrides(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  productId: string,
): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await sql<{ target: string; value: unknown }>`
    select channel_override.target, channel_override.value
    from channel_override
    where channel_override.client_id = ${clientId} and channel_override.channel_id = ${channelId}
      and channel_override.product_id = ${productId}`.execute(connection);
  return new Map(rows.map(({ target, value }) => [target, value]));
}

/** Returns a page of overrides, in the order of product and target. */
export async function listOverrideRows(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
): Promise<ListedOverride[]> {
  const [productId, target] = after ?? ['', ''];
  const { rows } = await sql<ListedOverride>`
    select
      channel_override.product_id as "productId", channel_override.target, channel_override.value,
      coalesce(channel_override.product_revision < product.revision, true) as "isOutdated", channel_override.actor,
      channel_override.created_at as "createdAt"
    from channel_override
    left join product on product.client_id = ${clientId} and product.product_id = channel_override.product_id
    where channel_override.client_id = ${clientId} and channel_override.channel_id = ${channelId}
      and (channel_override.product_id, channel_override.target) > (${productId} collate "C", ${target} collate "C")
    order by channel_override.product_id, channel_override.target
    limit ${limit}`.execute(connection);
  return rows;
}
