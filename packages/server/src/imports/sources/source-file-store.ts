import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/index.ts';
import type { SourceKey } from './source-types.ts';

/** Records that a file of a watched folder needs no further run unless it changes. */
export async function recordFile(
  connection: Transaction,
  { clientId, name }: SourceKey,
  file: { name: string; size: number; modifiedAt: Date; hasFailed: boolean },
): Promise<void> {
  await sql`
    insert into import_source_file (client_id, name, file_key, bytes, modified_at, has_failed)
    values (
      ${clientId}, ${name}, ${file.name}, ${file.size}, ${file.modifiedAt}, ${file.hasFailed}
    )
    on conflict (client_id, name, file_key) do update set
      bytes = excluded.bytes,
      modified_at = excluded.modified_at,
      has_failed = excluded.has_failed`.execute(connection);
}

/**
 * Deletes the records of files that are no longer in the folder and, if `failed` is true, of files that failed.
 * @param present names of the files in the folder
 */
export async function forgetFiles(
  connection: Database,
  { clientId, name }: SourceKey,
  { present, failed }: { present: readonly string[]; failed: boolean },
): Promise<void> {
  await sql`
    delete from import_source_file
    where import_source_file.client_id = ${clientId}
      and import_source_file.name = ${name}
      and (
        import_source_file.file_key <> all(${present}::text[])
        or (${failed} and import_source_file.has_failed)
      )`.execute(connection);
}
