import type { ChangeCounts } from '@pimento/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { StandardCounts } from '../read/standard-rows.ts';
import type { ChangedLists } from './draft-store.ts';
import type { StandardKey, StandardVersionRow } from './standard-types.ts';

/**
 * Stores the drafts as the content of a version. Ends the rows that are not in the version, and adds the rows that are new or changed. If a
 * list has no drafts and is not in `changedLists.stored`, its values do not change.
 */
export async function applyDrafts(
  connection: Transaction,
  key: StandardKey,
  version: number,
  changedLists: ChangedLists,
): Promise<void> {
  await applyItems(connection, key, version);
  if (changedLists.hasDrafts || changedLists.stored.length > 0)
    await applyValues(connection, key, version, changedLists.stored);
}

/** SQL condition that a row is in the current version of the channel's standard. */
const ofChannel = ({ adapterId, channelId }: StandardKey) =>
  sql`stored.adapter_id = ${adapterId} and stored.channel_id = ${channelId} and stored.last_version is null`;

async function applyItems(connection: Transaction, key: StandardKey, version: number): Promise<void> {
  const { adapterId, channelId } = key;
  await sql`
    update standard_item as stored
    set last_version = ${version - 1}
    where ${ofChannel(key)} and not exists (
      select 1
      from standard_draft_item as draft
      where draft.kind = stored.kind and draft.item_id = stored.item_id
        and draft.body_hash = stored.body_hash and draft.position = stored.position
    )`.execute(connection);
  await sql`
    insert into standard_item (
      adapter_id, channel_id, kind, item_id, first_version, position, name, parent_id, is_leaf, body, body_hash, values_hash,
      source_hash
    )
    select ${adapterId}, ${channelId}, draft.kind, draft.item_id, ${version}, draft.position, draft.name, draft.parent_id,
      draft.is_leaf, draft.body, draft.body_hash, draft.values_hash, draft.source_hash
    from standard_draft_item as draft
    where not exists (
      select 1
      from standard_item as stored
      where ${ofChannel(key)} and stored.kind = draft.kind and stored.item_id = draft.item_id
    )`.execute(connection);
  await sql`
    update standard_item as stored
    set values_hash = draft.values_hash, source_hash = draft.source_hash
    from standard_draft_item as draft
    where ${ofChannel(key)} and stored.kind = 'value-list' and draft.kind = stored.kind and draft.item_id = stored.item_id
      and (draft.values_hash, draft.source_hash) is distinct from (stored.values_hash, stored.source_hash)`.execute(
    connection,
  );
}

async function applyValues(
  connection: Transaction,
  key: StandardKey,
  version: number,
  changedLists: readonly string[],
): Promise<void> {
  const { adapterId, channelId } = key;
  await sql`
    update standard_value as stored
    set last_version = ${version - 1}
    where ${ofChannel(key)} and stored.list_id = any(${changedLists}::text[]) and not exists (
      select 1
      from standard_draft_value as draft
      where draft.list_id = stored.list_id and draft.value = stored.value and draft.position = stored.position
        and draft.label is not distinct from stored.label
        and draft.parent_value is not distinct from stored.parent_value
        and draft.more::text is not distinct from stored.more::text
    )`.execute(connection);
  await sql`
    insert into standard_value (
      adapter_id, channel_id, list_id, value, first_version, position, label, parent_value, more
    )
    select ${adapterId}, ${channelId}, draft.list_id, draft.value, ${version}, draft.position, draft.label,
      draft.parent_value, draft.more
    from standard_draft_value as draft
    where not exists (
      select 1
      from standard_value as stored
      where ${ofChannel(key)} and stored.list_id = draft.list_id and stored.value = draft.value
    )`.execute(connection);
}

/**
 * Adds a version and makes it the current one. The transaction must have locked the channel. If the version delivers the channel shape, all
 * connections become gated, because only evaluated products have a channel shape.
 */
export async function saveVersion(
  connection: Transaction,
  { adapterId, channelId }: StandardKey,
  row: {
    version: number;
    head: string;
    jsonSchema: string;
    documentHash: string;
    counts: StandardCounts;
    publisher: StandardVersionRow['publisher'];
    publishedBy: string;
    at: Date;
  },
): Promise<void> {
  await sql`
    update channel_standard
    set state = 'past'
    where channel_standard.adapter_id = ${adapterId} and channel_standard.channel_id = ${channelId}
      and channel_standard.state = 'current'`.execute(connection);
  await sql`
    insert into channel_standard (
      adapter_id, channel_id, version, state, document_hash, head, json_schema, counts, publisher, published_by, published_at
    )
    values (
      ${adapterId}, ${channelId}, ${row.version}, 'current', decode(${row.documentHash}, 'hex'), ${row.head}::json,
      ${row.jsonSchema}::json,
      ${JSON.stringify(row.counts)}::jsonb, ${row.publisher}, ${row.publishedBy}, ${row.at}
    )`.execute(connection);
  await sql`
    update channel
    set standard_version = ${row.version}
    where channel.channel_id = ${channelId}`.execute(connection);
  await sql`
    update connection
    set is_gated = true
    where connection.channel_id = ${channelId} and not connection.is_gated
      and ${row.head}::json ->> 'deliver' = 'channel'`.execute(connection);
}

export async function saveChangeCounts(
  connection: Transaction,
  { adapterId, channelId }: StandardKey,
  version: number,
  changes: ChangeCounts,
): Promise<void> {
  await sql`
    update channel_standard
    set changes = ${JSON.stringify(changes)}::jsonb
    where channel_standard.adapter_id = ${adapterId} and channel_standard.channel_id = ${channelId}
      and channel_standard.version = ${version}`.execute(connection);
}

export async function markWithdrawn(
  connection: Transaction,
  { adapterId, channelId }: StandardKey,
  version: number,
): Promise<void> {
  await sql`
    update channel_standard
    set state = 'withdrawn'
    where channel_standard.adapter_id = ${adapterId} and channel_standard.channel_id = ${channelId}
      and channel_standard.version = ${version}`.execute(connection);
}
