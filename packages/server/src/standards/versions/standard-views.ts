import { sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import type { StandardKey, StandardVersionRow } from './standard-types.ts';

const versionColumns = sql`
  channel_standard.version,
  channel_standard.state,
  encode(channel_standard.document_hash, 'hex') as "documentHash",
  channel_standard.head->>'name' as name,
  channel_standard.head->>'release' as release,
  channel_standard.counts,
  channel_standard.changes,
  channel_standard.publisher,
  channel_standard.published_by as "publishedBy",
  channel_standard.published_at as "publishedAt"`;

const ofChannel = ({ adapterId, channelId }: StandardKey) =>
  sql`channel_standard.adapter_id = ${adapterId} and channel_standard.channel_id = ${channelId}`;

/** Returns a version of a data standard, or the current one if `version` is undefined. @returns undefined if the version does not exist */
export async function findVersion(
  connection: Connection,
  key: StandardKey,
  version?: number,
): Promise<StandardVersionRow | undefined> {
  const { rows } = await sql<StandardVersionRow>`
    select ${versionColumns}
    from channel_standard
    where ${ofChannel(key)}
      and ${version === undefined ? sql`channel_standard.state = 'current'` : sql`channel_standard.version = ${version}`}`.execute(
    connection,
  );
  return rows[0];
}

/** Returns the last version before `version` that has different content and was not withdrawn. @returns undefined if there is none */
export async function findVersionBefore(
  connection: Connection,
  key: StandardKey,
  { version, documentHash }: Pick<StandardVersionRow, 'version' | 'documentHash'>,
): Promise<StandardVersionRow | undefined> {
  const { rows } = await sql<StandardVersionRow>`
    select ${versionColumns}
    from channel_standard
    where ${ofChannel(key)} and channel_standard.version < ${version} and channel_standard.state = 'past'
      and channel_standard.document_hash <> decode(${documentHash}, 'hex')
    order by channel_standard.version desc
    limit 1`.execute(connection);
  return rows[0];
}

/** Lists versions, newest first. */
export async function listVersions(
  connection: Connection,
  key: StandardKey,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<StandardVersionRow[]> {
  const { rows } = await sql<StandardVersionRow>`
    select ${versionColumns}
    from channel_standard
    where ${ofChannel(key)} and (${before ?? null}::integer is null or channel_standard.version < ${before ?? null})
    order by channel_standard.version desc
    limit ${limit}`.execute(connection);
  return rows;
}

/** Returns the head of a version as JSON text. @returns undefined if the version does not exist */
export async function findHead(connection: Connection, key: StandardKey, version: number): Promise<string | undefined> {
  const { rows } = await sql<{ head: string }>`
    select channel_standard.head::text as head
    from channel_standard
    where ${ofChannel(key)} and channel_standard.version = ${version}`.execute(connection);
  return rows[0]?.head;
}

/** Returns the JSON Schema of a version as JSON text. @returns undefined if the version does not exist */
export async function findJsonSchema(
  connection: Connection,
  key: StandardKey,
  version: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ jsonSchema: string }>`
    select channel_standard.json_schema::text as "jsonSchema"
    from channel_standard
    where ${ofChannel(key)} and channel_standard.version = ${version}`.execute(connection);
  return rows[0]?.jsonSchema;
}

/** Returns the last version of a deleted channel with this id, or 0 if there was none. */
export async function findFormerVersion(connection: Connection, { channelId }: StandardKey): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select former_standard.last_version as version
    from former_standard
    where former_standard.channel_id = ${channelId}`.execute(connection);
  return rows[0]?.version ?? 0;
}
