import type { ImportMappingDocument } from '@pimento/contract';
import { importMappingLimits } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Database, Transaction } from '../../platform/core.ts';

/** Locks a client's mappings until the transaction ends, so that version numbers are unique and the number of mappings is exact. */
export async function lockMappings(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import_mapping:' || ${clientId}::text, 0))`.execute(
    connection,
  );
}

/**
 * Appends a version and makes it current. Keeps the last `importMappingLimits.versions` versions and deletes the others. Version numbers
 * can have a gap after a mapping was renamed to the name of a deleted one.
 * @param document null if the mapping is deleted, which keeps only this version
 */
export async function appendMappingVersion(
  connection: Transaction,
  clientId: ClientId,
  {
    name,
    version,
    document,
    fingerprint,
    actor,
    at,
  }: {
    name: string;
    version: number;
    document: ImportMappingDocument | null;
    fingerprint: string;
    actor: string;
    at: Date;
  },
): Promise<void> {
  await sql`
    update import_mapping
    set is_current = false
    where import_mapping.client_id = ${clientId} and import_mapping.name = ${name} and import_mapping.is_current`.execute(
    connection,
  );
  await sql`
    insert into import_mapping (client_id, name, version, is_current, document, fingerprint, changed_by, changed_at)
    values (
      ${clientId}, ${name}, ${version}, true, ${document === null ? null : JSON.stringify(document)}::json,
      ${fingerprint}, ${actor}, ${at}
    )`.execute(connection);
  await sql`
    delete from import_mapping
    where import_mapping.client_id = ${clientId}
      and import_mapping.name = ${name}
      and import_mapping.version not in (
        select kept.version
        from import_mapping as kept
        where kept.client_id = ${clientId} and kept.name = ${name}
        order by kept.version desc
        limit ${document === null ? 1 : importMappingLimits.versions}
      )`.execute(connection);
}

/** Moves all versions of a mapping to another name. Deletes what is left of a deleted mapping with that name. */
export async function moveMapping(
  connection: Transaction,
  clientId: ClientId,
  { name, to }: { name: string; to: string },
): Promise<void> {
  await sql`
    delete from import_mapping
    where import_mapping.client_id = ${clientId} and import_mapping.name = ${to}`.execute(connection);
  await sql`
    update import_mapping
    set name = ${to}
    where import_mapping.client_id = ${clientId} and import_mapping.name = ${name}`.execute(connection);
}

/** Deletes the remaining rows of mappings that were deleted before this time. */
export async function purgeDeletedMappings(connection: Database, before: Date): Promise<void> {
  await sql`
    delete from import_mapping
    where import_mapping.is_current and import_mapping.document is null and import_mapping.changed_at < ${before}`.execute(
    connection,
  );
}
