import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { MappingKey, MappingRow } from './mapping-types.ts';

type Content = Pick<MappingRow, 'document' | 'formulaKeys' | 'documentHash'>;

/** Creates an empty draft if the client has no draft for the channel. */
export async function createDraft(
  connection: Transaction,
  { clientId, channelId }: MappingKey,
  { document, formulaKeys, documentHash }: Content,
  actor: string,
): Promise<void> {
  await sql`
    insert into channel_mapping (client_id, channel_id, version, revision, document, formula_keys, document_hash, actor)
    values (
      ${clientId}, ${channelId}, 0, 0, ${JSON.stringify(document)}::json, ${JSON.stringify(formulaKeys)}::jsonb,
      decode(${documentHash}, 'hex'), ${actor}
    )
    on conflict do nothing`.execute(connection);
}

/** Locks the draft until the transaction ends. @returns false if there is no draft */
export async function lockDraft(connection: Transaction, { clientId, channelId }: MappingKey): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from channel_mapping
    where channel_mapping.client_id = ${clientId} and channel_mapping.channel_id = ${channelId}
      and channel_mapping.version = 0
    for update`.execute(connection);
  return rows.length > 0;
}

/** Replaces the document of the draft and increases its revision. */
export async function saveDraft(
  connection: Transaction,
  { clientId, channelId }: MappingKey,
  { document, formulaKeys, documentHash }: Content,
  actor: string,
): Promise<void> {
  await sql`
    update channel_mapping
    set
      revision = channel_mapping.revision + 1,
      document = ${JSON.stringify(document)}::json,
      formula_keys = ${JSON.stringify(formulaKeys)}::jsonb,
      document_hash = decode(${documentHash}, 'hex'),
      actor = ${actor}
    where channel_mapping.client_id = ${clientId} and channel_mapping.channel_id = ${channelId}
      and channel_mapping.version = 0`.execute(connection);
}

/** Copies the draft into a new version, which never changes. Also turns on the gate for the client's submissions to the channel. */
export async function publishDraft(
  connection: Transaction,
  { clientId, channelId }: MappingKey,
  {
    version,
    standardVersion,
    comment,
    actor,
    at,
  }: {
    version: number;
    standardVersion: number;
    comment: string | null;
    actor: string;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into channel_mapping (
      client_id, channel_id, version, revision, document, formula_keys, document_hash, standard_version, actor, comment,
      published_at
    )
    select draft.client_id, draft.channel_id, ${version}, draft.revision, draft.document, draft.formula_keys,
      draft.document_hash, ${standardVersion}, ${actor}, ${comment}, ${at}
    from channel_mapping as draft
    where draft.client_id = ${clientId} and draft.channel_id = ${channelId} and draft.version = 0`.execute(connection);
  await sql`
    update connection
    set is_gated = true
    where connection.client_id = ${clientId} and connection.channel_id = ${channelId} and not connection.is_gated`.execute(
    connection,
  );
}
