import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { StoredLists } from '../read/kept-lists.ts';
import { isFormerHash } from '../read/standard-rows.ts';
import type { StandardKey } from './standard-types.ts';
import { findJsonSchema, findVersion } from './standard-views.ts';

/**
 * Returns the value lists of the current version whose hashes are known.
 * @returns undefined if there are none, or if an earlier release of Pimento stored the version
 */
export async function findStoredLists(connection: Connection, key: StandardKey): Promise<StoredLists | undefined> {
  const { rows: lists } = await sql<StoredLists['lists'][number]>`
    select standard_item.item_id as id, encode(standard_item.source_hash, 'hex') as "sourceHash",
      encode(standard_item.values_hash, 'hex') as hash
    from standard_item
    where standard_item.adapter_id = ${key.adapterId} and standard_item.channel_id = ${key.channelId}
      and standard_item.kind = 'value-list' and standard_item.last_version is null
      and standard_item.source_hash is not null and standard_item.values_hash is not null`.execute(connection);
  const current = lists.length === 0 ? undefined : await findVersion(connection, key);
  if (current === undefined || isFormerHash(current.documentHash)) return undefined;
  const jsonSchema = await findJsonSchema(connection, key, current.version);
  return jsonSchema === undefined ? undefined : { lists, jsonSchema };
}
