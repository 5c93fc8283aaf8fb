import { importSourceLimits } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { type ClientId, createLeaseStore, type Database, type Transaction } from '../../platform/index.ts';
import type { SourceKey, SourceSettings } from './source-types.ts';

export const sourceLeases = createLeaseStore({
  table: 'import_source',
  key: ['client_id', 'name'],
  status: 'Running',
});

/** Locks a client's sources until the transaction ends, so that versions have no gaps and the number of sources is exact. */
export async function lockSources(connection: Transaction, clientId: ClientId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import_source:' || ${clientId}::text, 0))`.execute(
    connection,
  );
}

export interface StoredSource {
  sourceId: string;
  version: number;
  settings: SourceSettings;
  sealed: string | null;
  definesComposites: boolean;
  isPaused: boolean;
  dueAt: Date | null;
  actor: string;
  at: Date;
}

/** Assignments that end the lease of a source. The process that runs the source then stores nothing more of its run. */
const leaseEnded = sql`status = 'Waiting', owner = null`;

/** Ends the run in progress of a source, because the source was changed. */
export async function abandonRun(connection: Transaction, { clientId, name }: SourceKey, at: Date): Promise<void> {
  await sql`
    update import_source_run
    set
      status = 'Failed',
      ended_at = ${at},
      fault = ${JSON.stringify(problem('source-failed', { kind: 'changed', source: name }))}::jsonb
    where import_source_run.client_id = ${clientId}
      and import_source_run.name = ${name}
      and import_source_run.status = 'Running'`.execute(connection);
}

/**
 * Creates a source, or stores its next version and ends its lease. Deletes the data of the last received file and the records of failed
 * files.
 */
export async function saveSource(
  connection: Transaction,
  { clientId, name }: SourceKey,
  source: StoredSource,
): Promise<void> {
  await sql`
    insert into import_source (
      client_id, name, source_id, version, settings, secret_sealed, defines_composites, is_paused, due_at, changed_by, changed_at
    )
    values (
      ${clientId}, ${name}, ${source.sourceId}::uuid, ${source.version}, ${JSON.stringify(source.settings)}::jsonb, ${source.sealed},
      ${source.definesComposites}, ${source.isPaused}, ${source.dueAt}, ${source.actor}, ${source.at}
    )
    on conflict (client_id, name) do update set
      version = excluded.version,
      settings = excluded.settings,
      secret_sealed = excluded.secret_sealed,
      defines_composites = excluded.defines_composites,
      is_paused = excluded.is_paused,
      due_at = excluded.due_at,
      failures = 0,
      etag = null,
      last_modified = null,
      sha256 = null,
      mapping_version = null,
      changed_by = excluded.changed_by,
      changed_at = excluded.changed_at,
      ${leaseEnded}`.execute(connection);
  await sql`
    delete from import_source_file
    where import_source_file.client_id = ${clientId}
      and import_source_file.name = ${name}
      and import_source_file.has_failed`.execute(connection);
}

export async function deleteSource(connection: Transaction, { clientId, name }: SourceKey): Promise<void> {
  await sql`
    delete from import_source
    where import_source.client_id = ${clientId} and import_source.name = ${name}`.execute(connection);
}

/** Pauses a source, or resumes its schedule. Ends its lease and cancels a requested run. */
export async function savePause(
  connection: Transaction,
  { clientId, name }: SourceKey,
  { isPaused, dueAt }: { isPaused: boolean; dueAt: Date | null },
): Promise<void> {
  await sql`
    update import_source
    set
      is_paused = ${isPaused},
      due_at = ${dueAt},
      asked_at = null,
      asked_by = null,
      is_forced = false,
      failures = 0,
      ${leaseEnded}
    where import_source.client_id = ${clientId} and import_source.name = ${name}`.execute(connection);
}

/** Requests a run. @returns false if there is no such source */
export async function requestRun(
  connection: Database,
  { clientId, name }: SourceKey,
  { actor, at, isForced }: { actor: string; at: Date; isForced: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_source
    set
      asked_at = coalesce(import_source.asked_at, ${at}),
      asked_by = coalesce(import_source.asked_by, ${actor}),
      is_forced = import_source.is_forced or ${isForced}
    where import_source.client_id = ${clientId} and import_source.name = ${name}`.execute(connection);
  return numAffectedRows === 1n;
}

/** Changes the name of a stored mapping in the sources that use it. */
export async function renameMappingInSources(
  connection: Transaction,
  clientId: ClientId,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update import_source
    set settings = jsonb_set(import_source.settings, '{options,mapping,name}', to_jsonb(${to}::text))
    where import_source.client_id = ${clientId}
      and import_source.settings #>> '{options,mapping,kind}' = 'stored'
      and import_source.settings #>> '{options,mapping,name}' = ${from}`.execute(connection);
}

/** Deletes all runs of a source except the newest `importSourceLimits.runs`. */
export async function trimRuns(connection: Transaction, { clientId, name }: SourceKey): Promise<void> {
  await sql`
    delete from import_source_run
    where import_source_run.client_id = ${clientId}
      and import_source_run.name = ${name}
      and import_source_run.run_no <= (
        select kept.run_no
        from import_source_run as kept
        where kept.client_id = ${clientId} and kept.name = ${name}
        order by kept.run_no desc
        offset ${importSourceLimits.runs}
        limit 1
      )`.execute(connection);
}

/** Locks all sources that have a sealed password or token. Returns their ids, URLs and sealed secrets. */
export async function lockSourceSecrets(
  connection: Transaction,
): Promise<{ sourceId: string; url: string; sealed: string }[]> {
  const { rows } = await sql<{ sourceId: string; url: string; sealed: string }>`
    select
      import_source.source_id as "sourceId",
      import_source.settings #>> '{from,url}' as url,
      import_source.secret_sealed as sealed
    from import_source
    where import_source.secret_sealed is not null
    for update`.execute(connection);
  return rows;
}

export async function saveSourceSecrets(
  connection: Transaction,
  secrets: readonly { sourceId: string; sealed: string }[],
): Promise<void> {
  await sql`
    update import_source
    set secret_sealed = changed.sealed
    from jsonb_to_recordset(${JSON.stringify(secrets)}::jsonb) as changed ("sourceId" uuid, sealed text)
    where import_source.source_id = changed."sourceId"`.execute(connection);
}
