import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { isOnlyIn, type ItemKind } from './item-views.ts';
import type { StandardKey } from './standard-types.ts';

/** An item that differs between two versions. Each body is parsed JSON, or null if the version does not have the item. */
export interface ItemDifference {
  kind: ItemKind;
  itemId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface ValueDifference {
  listId: string;
  value: string;
  change: 'added' | 'changed' | 'removed';
  isMoved: boolean;
}

/** The two versions that are compared. */
export interface Compared {
  key: StandardKey;
  from: number;
  to: number;
}

/** Lists the items that differ, in the order of kind and id. */
export async function listItemDifferences(
  connection: Connection,
  { key, from, to }: Compared,
  { limit, after }: { limit: number; after: { kind: string; itemId: string } | null },
): Promise<ItemDifference[]> {
  const { rows } = await sql<ItemDifference>`
    with old as (
      select standard_item.*
      from standard_item
      where ${isOnlyIn('standard_item', key, from, to)}
    ),
    new as (
      select standard_item.*
      from standard_item
      where ${isOnlyIn('standard_item', key, to, from)}
    )
    select coalesce(old.kind, new.kind) as kind, coalesce(old.item_id, new.item_id) as "itemId",
      old.body as before, new.body as after
    from old
    full join new on new.kind = old.kind and new.item_id = old.item_id
    where old.body_hash is distinct from new.body_hash
      and (
        ${after?.kind ?? null}::text is null
        or (coalesce(old.kind, new.kind), coalesce(old.item_id, new.item_id)) > (${after?.kind ?? null}, ${after?.itemId ?? null})
      )
    order by 1, 2
    limit ${limit}`.execute(connection);
  return rows;
}

/**
 * CTEs for the values that differ. `old` contains the rows that are only in the version `from`, `new` contains the rows that are only in
 * `to`, and `difference` compares them.
 */
const valueSides = ({ key, from, to }: Compared) => sql`
  old as (
    select standard_value.*
    from standard_value
    where ${isOnlyIn('standard_value', key, from, to)}
  ),
  new as (
    select standard_value.*
    from standard_value
    where ${isOnlyIn('standard_value', key, to, from)}
  ),
  difference as (
    select coalesce(old.list_id, new.list_id) as "listId", coalesce(old.value, new.value) as value,
      case when old.value is null then 'added' when new.value is null then 'removed' else 'changed' end as change,
      old.parent_value is distinct from new.parent_value as "isMoved"
    from old
    full join new on new.list_id = old.list_id and new.value = old.value
    where old.value is null or new.value is null or old.label is distinct from new.label
      or old.parent_value is distinct from new.parent_value or old.more::text is distinct from new.more::text
  )`;

/** SQL condition that a difference is judged as breaking, see `judgeValueChange`. */
const isBreaking = sql<boolean>`(change = 'removed' or (change = 'changed' and "isMoved"))`;

/** Lists up to `limit` values that differ, breaking differences first. */
export async function listSeriousValueDifferences(
  connection: Connection,
  compared: Compared,
  limit: number,
): Promise<ValueDifference[]> {
  const { rows } = await sql<ValueDifference>`
    with ${valueSides(compared)}
    select difference."listId", difference.value, difference.change, difference."isMoved"
    from difference
    order by ${isBreaking} desc, "listId", value
    limit ${limit}`.execute(connection);
  return rows;
}

/** Lists the values that differ, in the order of list and value. */
export async function listValueDifferences(
  connection: Connection,
  compared: Compared,
  { limit, after }: { limit: number; after: { listId: string; value: string } | null },
): Promise<ValueDifference[]> {
  const { rows } = await sql<ValueDifference>`
    with ${valueSides(compared)}
    select difference."listId", difference.value, difference.change, difference."isMoved"
    from difference
    where ${after?.listId ?? null}::text is null
      or ("listId", value) > (${after?.listId ?? null}, ${after?.value ?? null})
    order by "listId", value
    limit ${limit}`.execute(connection);
  return rows;
}

export async function countValueDifferences(
  connection: Connection,
  compared: Compared,
): Promise<{ harmless: number; breaking: number }> {
  const { rows } = await sql<{ harmless: number; breaking: number }>`
    with ${valueSides(compared)}
    select
      (count(*) filter (where not ${isBreaking}))::integer as harmless,
      (count(*) filter (where ${isBreaking}))::integer as breaking
    from difference`.execute(connection);
  return rows[0] ?? { harmless: 0, breaking: 0 };
}
