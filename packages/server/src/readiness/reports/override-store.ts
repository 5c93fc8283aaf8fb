import { sql } from 'kysely';
import type { ChannelId, ClientId, Connection, Transaction } from '../../platform/index.ts';

interface Key {
  clientId: ClientId;
  channelId: ChannelId;
}

export interface OverrideChange {
  /** Path of the target. The empty string represents the category. */
  target: string;
  /** Null removes the value. */
  value: unknown;
}

/**
 * Locks a product until the transaction ends, so that its overrides are changed one after another. Returns the revision of the product.
 * @returns undefined if the product does not exist
 */
export async function lockProductRevision(
  transaction: Transaction,
  clientId: ClientId,
  productId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    select product.revision
    from product
    where product.client_id = ${clientId} and product.product_id = ${productId}
    for no key update`.execute(transaction);
  return rows[0]?.revision;
}

/**
 * Returns the given names (targets and category) that the channel's current standard does not contain. The path of a nested target also
 * counts as unknown.
 */
export async function listUnknownNames(
  connection: Connection,
  channelId: ChannelId,
  wanted: { targets: readonly string[]; category: string | undefined },
): Promise<{ kind: 'attribute' | 'category'; name: string }[]> {
  const names = [
    ...wanted.targets.map((name) => ({ kind: 'attribute', name })),
    ...(wanted.category === undefined ? [] : [{ kind: 'category', name: wanted.category }]),
  ];
  const { rows } = await sql<{ kind: 'attribute' | 'category'; name: string }>`
    select wanted.kind, wanted.name
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as wanted (kind text, name text)
    join channel on channel.channel_id = ${channelId}
    where strpos(case wanted.kind when 'attribute' then wanted.name else '' end, '/') > 0 or not exists (
      select
      from standard_item
      where standard_item.adapter_id = channel.adapter_id and standard_item.channel_id = channel.channel_id
        and standard_item.kind = wanted.kind and standard_item.item_id = wanted.name
        and standard_item.first_version <= channel.standard_version
        and (standard_item.last_version is null or standard_item.last_version >= channel.standard_version)
    )
    order by wanted.kind, wanted.name`.execute(connection);
  return rows;
}

/** Sets and removes overrides of one product on one channel. */
export async function applyOverrides(
  transaction: Transaction,
  { clientId, channelId }: Key,
  product: { productId: string; revision: number },
  changes: readonly OverrideChange[],
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  const removed = changes.filter(({ value }) => value === null).map(({ target }) => target);
  const set = changes.filter(({ value }) => value !== null);
  await sql`
    delete from channel_override
    where channel_override.client_id = ${clientId} and channel_override.channel_id = ${channelId}
      and channel_override.product_id = ${product.productId} and channel_override.target = any(${removed}::text[])`.execute(
    transaction,
  );
  await sql`
    insert into channel_override as stored (client_id, channel_id, product_id, target, value, product_revision, actor, created_at)
    select ${clientId}, ${channelId}, ${product.productId}, change.target, change.value, ${product.revision}, ${actor}, ${at}
    from jsonb_to_recordset(${JSON.stringify(set)}::jsonb) as change (target text, value jsonb)
    order by change.target collate "C"
    on conflict (client_id, channel_id, product_id, target) do update
    set value = excluded.value, product_revision = excluded.product_revision, actor = excluded.actor,
      created_at = excluded.created_at`.execute(transaction);
}
