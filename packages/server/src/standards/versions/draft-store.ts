import { sql } from 'kysely';
import { copyIn, type Transaction } from '../../platform/index.ts';
import type { PreparedStandard } from '../read/standard-rows.ts';
import type { StandardKey } from './standard-types.ts';

/**
 * Copies a prepared standard into temporary tables, which are dropped at the end of the transaction. Omits the values of a list if they are
 * the same in the current version.
 * @param stored the hashes of the lists of the current version
 */
export async function createDrafts(
  connection: Transaction,
  stored: StoredHashes,
  { items, values, lists }: PreparedStandard,
): Promise<ChangedLists> {
  await createTables(connection);
  await copyIn(
    connection,
    'copy standard_draft_item (kind, item_id, ordinal, body_hash, name, parent_id, is_leaf, body, position, values_hash, source_hash) from stdin',
    Buffer.from(items.buffer),
  );
  const changed = lists.filter(({ id, hash }) => stored.get(id) !== hash);
  await copyIn(
    connection,
    'copy standard_draft_value (list_id, value, ordinal, label, parent_value, more, position) from stdin',
    changed.length === lists.length
      ? Buffer.from(values.buffer)
      : Buffer.concat(changed.map(({ start, end }) => values.subarray(start, end))),
  );
  await analyzeDrafts(connection);
  const kept = new Set(lists.filter(({ id, hash }) => stored.get(id) === hash).map(({ id }) => id));
  return { stored: [...stored.keys()].filter((id) => !kept.has(id)), hasDrafts: changed.length > 0 };
}

/** The lists whose values a new version may change. */
export interface ChangedLists {
  /** Ids of the current version's lists whose values the new version may change or remove. */
  stored: readonly string[];
  /** True if there are drafts of values. */
  hasDrafts: boolean;
}

async function createTables(connection: Transaction): Promise<void> {
  await sql`
    create temporary table standard_draft_item (
      kind text, item_id text collate "C", ordinal integer, body_hash bytea, name text, parent_id text collate "C",
      is_leaf boolean, body json, position numeric, values_hash bytea,
      source_hash bytea
    ) on commit drop`.execute(connection);
  await sql`
    create temporary table standard_draft_value (
      list_id text collate "C", value text collate "C", ordinal integer, label text, parent_value text, more json,
      position numeric
    ) on commit drop`.execute(connection);
}

/** Collects statistics of the drafts' keys. */
async function analyzeDrafts(connection: Transaction): Promise<void> {
  await sql`analyze standard_draft_item (kind, item_id), standard_draft_value (list_id, value)`.execute(connection);
}

type StoredHashes = ReadonlyMap<string, string | null>;

/** Returns the hash of the values of each list in the current version, by the id of the list. An unknown hash is null. */
export async function listStoredHashes(
  connection: Transaction,
  { adapterId, channelId }: StandardKey,
): Promise<StoredHashes> {
  const { rows } = await sql<{ id: string; hash: string | null }>`
    select standard_item.item_id as id, encode(standard_item.values_hash, 'hex') as hash
    from standard_item
    where standard_item.adapter_id = ${adapterId} and standard_item.channel_id = ${channelId}
      and standard_item.kind = 'value-list' and standard_item.last_version is null`.execute(connection);
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** Copies the items and values of a stored version into the temporary tables. */
export async function createDraftsOfVersion(
  connection: Transaction,
  key: StandardKey,
  version: number,
): Promise<ChangedLists> {
  const { adapterId, channelId } = key;
  await createTables(connection);
  await sql`
    insert into standard_draft_item (kind, item_id, ordinal, body_hash, name, parent_id, is_leaf, body, position)
    select kind, item_id, row_number() over (order by kind, position), body_hash, name, parent_id, is_leaf, body, position
    from standard_item
    where adapter_id = ${adapterId} and channel_id = ${channelId}
      and first_version <= ${version} and coalesce(last_version, ${version}) >= ${version}`.execute(connection);
  await sql`
    insert into standard_draft_value (list_id, value, ordinal, label, parent_value, more, position)
    select list_id, value, row_number() over (order by list_id, position), label, parent_value, more, position
    from standard_value
    where adapter_id = ${adapterId} and channel_id = ${channelId}
      and first_version <= ${version} and coalesce(last_version, ${version}) >= ${version}`.execute(connection);
  await analyzeDrafts(connection);
  return { stored: [...(await listStoredHashes(connection, key)).keys()], hasDrafts: true };
}

/**
 * Sets the positions of the drafts relative to the stored items, for each kind of item and each list of values. Before this call, positions
 * are ordinals, or the positions in the earlier version that was copied. If the stored items have the same order as before, they keep their
 * positions, and new items get positions between them. An inserted item therefore changes no other row. Otherwise all items of the kind, or
 * all values of the list, get new positions.
 */
export async function placeDrafts(
  connection: Transaction,
  key: StandardKey,
  { hasDrafts }: Pick<ChangedLists, 'hasDrafts'>,
): Promise<void> {
  await placeIn(connection, key, {
    draft: 'standard_draft_item',
    stored: 'standard_item',
    group: 'kind',
    id: 'item_id',
  });
  if (!hasDrafts) return;
  await placeIn(connection, key, {
    draft: 'standard_draft_value',
    stored: 'standard_value',
    group: 'list_id',
    id: 'value',
  });
}

async function placeIn(
  connection: Transaction,
  { adapterId, channelId }: StandardKey,
  names: { draft: string; stored: string; group: string; id: string },
): Promise<void> {
  const draft = sql.table(names.draft);
  const group = sql.ref(names.group);
  const id = sql.ref(names.id);
  const isStored = sql`stored.adapter_id = ${adapterId} and stored.channel_id = ${channelId}
    and stored.${group} = draft.${group} and stored.${id} = draft.${id} and stored.last_version is null`;
  // In most new versions, all items keep their positions. Checking this takes a fifth of the time that placing the items takes.
  const { rows } = await sql<{ isMoved: boolean }>`
    select exists (
      select
      from ${draft} as draft
      left join ${sql.table(names.stored)} as stored on ${isStored}
      where stored.position is distinct from draft.position
    ) as "isMoved"`.execute(connection);
  if (rows[0]?.isMoved === false) return;
  await sql`
    with matched as (
      select draft.${group}, draft.${id}, draft.ordinal, stored.position as old
      from ${draft} as draft
      left join ${sql.table(names.stored)} as stored on ${isStored}
    ),
    placed as (
      select matched.${group}, matched.${id}, matched.ordinal, matched.old,
        max(old) over (partition by ${group} order by ordinal rows between unbounded preceding and 1 preceding) as low,
        -- in descending order, because a frame with a moving start is computed anew for each row
        min(old) over (partition by ${group} order by ordinal desc rows between unbounded preceding and 1 preceding) as high,
        count(old) over (partition by ${group} order by ordinal) as run
      from matched
    ),
    ranked as (
      select placed.${group}, placed.${id}, placed.ordinal, placed.old, placed.low, placed.high,
        bool_and(old is null or low is null or old > low) over (partition by ${group}) as is_ordered,
        row_number() over (partition by ${group}, run, old is null order by ordinal) as rank,
        count(*) over (partition by ${group}, run, old is null) as size
      from placed
    )
    update ${draft} as draft
    set position = ranked.position
    from (
      select ${group}, ${id}, case
        when not is_ordered then ordinal
        when old is not null then old
        when low is null and high is null then ordinal
        when low is null then high - (size + 1 - rank)
        when high is null then low + rank
        else low + (high - low) * rank / (size + 1)
      end as position
      from ranked
    ) as ranked
    where draft.${group} = ranked.${group} and draft.${id} = ranked.${id} and draft.position <> ranked.position`.execute(
    connection,
  );
}
