import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { OwnerKey, MappingKey } from './mapping-types.ts';

/** An entry to store. A null `target` removes the entry. */
export interface ValueChange {
  source: string;
  target: string | null;
}

const ofOwner = ({ clientId, channelId, kind, ownerId }: OwnerKey) => sql`
  stored.client_id = ${clientId} and stored.channel_id = ${channelId}
  and stored.kind = ${kind} and stored.owner_id = ${ownerId}`;

const wantedRows = (changes: readonly ValueChange[]) => sql`
  jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as wanted (source text, target text)`;

/**
 * Changes entries of a value map, or rows of a table, in the draft. Published versions do not change. If the draft changes a published
 * entry, the stored entry ends with the version before `next`. If the draft later restores the published value, the stored entry continues.
 * @param next the version number that the draft gets when it is published
 * @param replaces true to remove all entries that are not among the changes
 */
export async function applyValues(
  connection: Transaction,
  owner: OwnerKey,
  changes: readonly ValueChange[],
  { next, replaces }: { next: number; replaces: boolean },
): Promise<void> {
  const isAffected = replaces ? sql`true` : sql`exists (select 1 from wanted where wanted.source = stored.source)`;
  const isWanted = sql`exists (select 1 from wanted where wanted.source = stored.source and wanted.target = stored.target)`;
  await sql`
    with wanted as materialized (select wanted.source, wanted.target from ${wantedRows(changes)})
    delete from mapping_value as stored
    where ${ofOwner(owner)} and stored.first_version = ${next} and ${isAffected} and not ${isWanted}`.execute(
    connection,
  );
  await sql`
    with wanted as materialized (select wanted.source, wanted.target from ${wantedRows(changes)})
    update mapping_value as stored
    set last_version = ${next - 1}
    where ${ofOwner(owner)} and stored.last_version is null and stored.first_version < ${next}
      and ${isAffected} and not ${isWanted}`.execute(connection);
  await sql`
    with wanted as materialized (select wanted.source, wanted.target from ${wantedRows(changes)})
    update mapping_value as stored
    set last_version = null
    where ${ofOwner(owner)} and stored.last_version = ${next - 1} and ${isWanted} and not exists (
      select 1
      from mapping_value as other
      where other.client_id = ${owner.clientId} and other.channel_id = stored.channel_id and other.kind = stored.kind
        and other.owner_id = stored.owner_id and other.source = stored.source and other.last_version is null
    )`.execute(connection);
  await sql`
    with wanted as materialized (select wanted.source, wanted.target from ${wantedRows(changes)})
    insert into mapping_value (client_id, channel_id, kind, owner_id, source, first_version, target)
    select ${owner.clientId}, ${owner.channelId}, ${owner.kind}, ${owner.ownerId}, wanted.source, ${next}, wanted.target
    from wanted
    where wanted.target is not null and not exists (
      select 1
      from mapping_value as stored
      where ${ofOwner(owner)} and stored.source = wanted.source and stored.last_version is null
    )`.execute(connection);
}

/** Removes the entries of all value maps and tables that are not in `kept`. */
export async function removeOtherOwners(
  connection: Transaction,
  { clientId, channelId }: MappingKey,
  kept: readonly { kind: string; ownerId: string }[],
  next: number,
): Promise<void> {
  const isKept = sql`exists (
    select 1
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (kind text, "ownerId" text)
    where kept.kind = stored.kind and kept."ownerId" = stored.owner_id
  )`;
  const isOther = sql`stored.client_id = ${clientId} and stored.channel_id = ${channelId} and not ${isKept}`;
  await sql`
    delete from mapping_value as stored
    where ${isOther} and stored.first_version = ${next}`.execute(connection);
  await sql`
    update mapping_value as stored
    set last_version = ${next - 1}
    where ${isOther} and stored.last_version is null`.execute(connection);
}

/** Replaces the entries and rows of the draft with those of a published version. */
export async function restoreValues(
  connection: Transaction,
  { clientId, channelId }: MappingKey,
  version: number,
  next: number,
): Promise<void> {
  const ofMapping = sql`stored.client_id = ${clientId} and stored.channel_id = ${channelId}`;
  const wanted = sql`
    wanted as materialized (
      select stored.kind, stored.owner_id, stored.source, stored.target
      from mapping_value as stored
      where ${ofMapping} and stored.first_version <= ${version}
        and (stored.last_version is null or stored.last_version >= ${version})
    )`;
  const isWanted = sql`exists (
    select 1
    from wanted
    where wanted.kind = stored.kind and wanted.owner_id = stored.owner_id and wanted.source = stored.source
      and wanted.target = stored.target
  )`;
  await sql`
    delete from mapping_value as stored
    where ${ofMapping} and stored.first_version = ${next}`.execute(connection);
  await sql`
    with ${wanted}
    update mapping_value as stored
    set last_version = ${next - 1}
    where ${ofMapping} and stored.last_version is null and not ${isWanted}`.execute(connection);
  await sql`
    with ${wanted}
    update mapping_value as stored
    set last_version = null
    where ${ofMapping} and stored.last_version = ${next - 1} and ${isWanted}`.execute(connection);
  await sql`
    with ${wanted}
    insert into mapping_value (client_id, channel_id, kind, owner_id, source, first_version, target)
    select ${clientId}, ${channelId}, wanted.kind, wanted.owner_id, wanted.source, ${next}, wanted.target
    from wanted
    where not exists (
      select 1
      from mapping_value as stored
      where ${ofMapping} and stored.kind = wanted.kind and stored.owner_id = wanted.owner_id
        and stored.source = wanted.source and stored.last_version is null
    )`.execute(connection);
}
