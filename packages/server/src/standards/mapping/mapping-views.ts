import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { MappingKey, MappingRow, OwnerKey, OwnerKind } from './mapping-types.ts';

const columns = sql`
  channel_mapping.version,
  channel_mapping.revision,
  channel_mapping.document,
  channel_mapping.formula_keys as "formulaKeys",
  encode(channel_mapping.document_hash, 'hex') as "documentHash",
  channel_mapping.standard_version as "standardVersion",
  channel_mapping.actor,
  channel_mapping.comment,
  channel_mapping.published_at as "publishedAt"`;

const ofMapping = ({ clientId, channelId }: MappingKey) =>
  sql`channel_mapping.client_id = ${clientId} and channel_mapping.channel_id = ${channelId}`;

/** Returns a version of a mapping. Version 0 is the draft. @returns undefined if the version does not exist */
export async function findMapping(
  connection: Connection,
  key: MappingKey,
  version: number,
): Promise<MappingRow | undefined> {
  const { rows } = await sql<MappingRow>`
    select ${columns}
    from channel_mapping
    where ${ofMapping(key)} and channel_mapping.version = ${version}`.execute(connection);
  return rows[0];
}

/** Returns the newest published version, which is the version in use. @returns undefined if there is none */
export async function findPublished(connection: Connection, key: MappingKey): Promise<MappingRow | undefined> {
  const { rows } = await sql<MappingRow>`
    select ${columns}
    from channel_mapping
    where ${ofMapping(key)} and channel_mapping.version > 0
    order by channel_mapping.version desc
    limit 1`.execute(connection);
  return rows[0];
}

/** Suggestions use at most this many mappings of other channels. */
const maxOthers = 20;

/** Returns the published mappings of the client for other channels, newest first, at most `maxOthers`. */
export async function listOtherPublished(
  connection: Connection,
  { clientId, channelId }: MappingKey,
): Promise<MappingRow[]> {
  const { rows } = await sql<MappingRow>`
    select ${columns}
    from channel_mapping
    join (
      select other.channel_id, max(other.version) as version
      from channel_mapping as other
      where other.client_id = ${clientId} and other.channel_id <> ${channelId} and other.version > 0
      group by other.channel_id
    ) as newest on newest.channel_id = channel_mapping.channel_id and newest.version = channel_mapping.version
    where channel_mapping.client_id = ${clientId}
    order by channel_mapping.published_at desc, channel_mapping.channel_id
    limit ${maxOthers}`.execute(connection);
  return rows;
}

/** Lists published versions without their documents, newest first. */
export async function listPublished(
  connection: Connection,
  key: MappingKey,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<Omit<MappingRow, 'document' | 'formulaKeys' | 'documentHash' | 'revision'>[]> {
  const { rows } = await sql<MappingRow>`
    select channel_mapping.version, channel_mapping.standard_version as "standardVersion", channel_mapping.actor,
      channel_mapping.comment, channel_mapping.published_at as "publishedAt"
    from channel_mapping
    where ${ofMapping(key)} and channel_mapping.version > 0
      and (${before ?? null}::integer is null or channel_mapping.version < ${before ?? null})
    order by channel_mapping.version desc
    limit ${limit}`.execute(connection);
  return rows;
}

/** SQL condition that an entry belongs to a version. Version 0 is the draft. */
const isIn = ({ clientId, channelId }: MappingKey, version: number) => sql<boolean>`(
  mapping_value.client_id = ${clientId} and mapping_value.channel_id = ${channelId}
  and ${
    version === 0
      ? sql`mapping_value.last_version is null`
      : sql`mapping_value.first_version <= ${version}
        and (mapping_value.last_version is null or mapping_value.last_version >= ${version})`
  }
)`;

export interface OwnerCount {
  kind: OwnerKind;
  ownerId: string;
  count: number;
}

/** Counts the entries of each value map and the rows of each table. */
export async function countValues(connection: Connection, key: MappingKey, version: number): Promise<OwnerCount[]> {
  const { rows } = await sql<OwnerCount>`
    select mapping_value.kind, mapping_value.owner_id as "ownerId", count(*)::integer as count
    from mapping_value
    where ${isIn(key, version)}
    group by mapping_value.kind, mapping_value.owner_id`.execute(connection);
  return rows;
}

export interface EntryRow {
  source: string;
  target: string;
}

/**
 * A page of the entries of a value map, or of the rows of a table. It has at most `limit` of them, with a `source` greater than `after`. If
 * `text` is set, the page has only entries that contain the text, ignoring case.
 */
export interface EntryPage {
  limit: number;
  after: string | null;
  text: string | undefined;
}

const isAfter = (after: string | null) =>
  after === null ? sql`true` : sql`mapping_value.source > ${after} collate "C"`;

/** Lists entries of a value map in the draft, in the order of the client's values. */
export async function listEntries(
  connection: Connection,
  { kind, ownerId, ...key }: OwnerKey,
  { limit, after, text }: EntryPage,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select mapping_value.source, mapping_value.target
    from mapping_value
    where ${isIn(key, 0)} and mapping_value.kind = ${kind} and mapping_value.owner_id = ${ownerId}
      and ${isAfter(after)}
      and ${
        text === undefined
          ? sql`true`
          : sql`position(lower(${text}) in lower(mapping_value.source || ' ' || mapping_value.target)) > 0`
      }
    order by mapping_value.source
    limit ${limit}`.execute(connection);
  return rows;
}

export interface TableRow {
  source: string;
  cells: string[];
}

/** Lists a page of the rows of a table in the draft, in the order of the table. */
export async function listRows(
  connection: Connection,
  { kind, ownerId, ...key }: OwnerKey,
  { limit, after, text }: EntryPage,
): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    select mapping_value.source, mapping_value.target::jsonb as cells
    from mapping_value
    where ${isIn(key, 0)} and mapping_value.kind = ${kind} and mapping_value.owner_id = ${ownerId}
      and ${isAfter(after)}
      and ${
        text === undefined
          ? sql`true`
          : sql`exists (
            select
            from jsonb_array_elements_text(mapping_value.target::jsonb) as cell (content)
            where position(lower(${text}) in lower(cell.content)) > 0
          )`
      }
    order by mapping_value.source
    limit ${limit}`.execute(connection);
  return rows;
}

/** Lists the entries of several value maps and tables. */
export async function listAllEntries(
  connection: Connection,
  key: MappingKey,
  version: number,
  owners: readonly { kind: OwnerKind; ownerId: string }[],
): Promise<(EntryRow & { kind: OwnerKind; ownerId: string })[]> {
  const { rows } = await sql<EntryRow & { kind: OwnerKind; ownerId: string }>`
    select mapping_value.kind, mapping_value.owner_id as "ownerId", mapping_value.source, mapping_value.target
    from mapping_value
    where ${isIn(key, version)} and (mapping_value.kind, mapping_value.owner_id) in (
      select named.kind, named."ownerId"
      from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as named (kind text, "ownerId" text)
    )
    order by mapping_value.kind, mapping_value.owner_id, mapping_value.source`.execute(connection);
  return rows;
}

/** Returns the channel values of some entries of the draft, by the client's values. Values without an entry are missing. */
export async function findEntries(
  connection: Connection,
  { kind, ownerId, ...key }: OwnerKey,
  sources: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<EntryRow>`
    select mapping_value.source, mapping_value.target
    from mapping_value
    where ${isIn(key, 0)} and mapping_value.kind = ${kind} and mapping_value.owner_id = ${ownerId}
      and mapping_value.source = any(${sources}::text[])`.execute(connection);
  return new Map(rows.map(({ source, target }) => [source, target]));
}

/** Returns the channel values of value maps in the draft, without duplicates. */
export async function listMapTargets(
  connection: Connection,
  key: MappingKey,
  mapIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select distinct mapping_value.target
    from mapping_value
    where ${isIn(key, 0)} and mapping_value.kind = 'map' and mapping_value.owner_id = any(${mapIds}::text[])`.execute(
    connection,
  );
  return rows.map(({ target }) => target);
}

/**
 * Returns true if the entries of the draft differ from those of the newest published version.
 * @param published the number of that version; 0 if there is none
 */
export async function areValuesChanged(
  connection: Connection,
  { clientId, channelId }: MappingKey,
  published: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from mapping_value
    where mapping_value.client_id = ${clientId} and mapping_value.channel_id = ${channelId}
      and (mapping_value.first_version > ${published} or mapping_value.last_version = ${published})
    limit 1`.execute(connection);
  return rows.length > 0;
}
