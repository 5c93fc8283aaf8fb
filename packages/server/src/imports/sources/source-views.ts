import { type ImportSource, type ImportSourceRun, importSourceLimits } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import type { KnownFile } from './drop-rules.ts';
import { shownFrom } from './source-settings-rules.ts';
import type { SourceKey, SourceSettings } from './source-types.ts';

type RunRow = Omit<ImportSourceRun, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null };

/** Columns of a run and of its import job. */
const runColumns = sql`
  import_source_run.run_id as "runId",
  import_source_run.trigger,
  import_source_run.started_at as "startedAt",
  import_source_run.ended_at as "endedAt",
  import_source_run.status,
  import_source_run.times,
  case when import_source_run.file_name is not null then jsonb_build_object(
    'name', import_source_run.file_name,
    'bytes', import_source_run.bytes,
    'sha256', encode(import_source_run.sha256, 'hex')
  ) end as file,
  import_job.job_id as "jobRef",
  case when import_job.job_id is not null then jsonb_build_object(
    'status', import_job.status,
    'created', import_job.created,
    'updated', import_job.updated,
    'unchanged', import_job.unchanged,
    'rejected', import_job.rejected
  ) end as job,
  import_source_run.fault`;

const joinJobs = (clientId: ClientId) => sql`
  left join import_job
    on import_job.client_id = ${clientId} and import_job.job_id = import_source_run.job_id`;

const runView = ({ startedAt, endedAt, ...row }: RunRow): ImportSourceRun => ({
  ...row,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

/** Lists the runs of a source, newest first. */
export async function listRuns(connection: Connection, { clientId, name }: SourceKey): Promise<ImportSourceRun[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns}
    from import_source_run
    ${joinJobs(clientId)}
    where import_source_run.client_id = ${clientId} and import_source_run.name = ${name}
    order by import_source_run.run_no desc
    limit ${importSourceLimits.runs}`.execute(connection);
  return rows.map(runView);
}

interface SourceRow {
  name: string;
  version: number;
  settings: SourceSettings;
  isPaused: boolean;
  isRunning: boolean;
  nextRunAt: Date | null;
  failures: number;
  changedAt: Date;
  changedBy: string;
}

const sourceColumns = sql`
  import_source.name,
  import_source.version,
  import_source.settings,
  import_source.is_paused as "isPaused",
  import_source.status = 'Running' or import_source.asked_at is not null as "isRunning",
  case when not import_source.is_paused or import_source.failures > 0 then import_source.due_at end as "nextRunAt",
  import_source.failures,
  import_source.changed_at as "changedAt",
  import_source.changed_by as "changedBy"`;

/** Returns the last run of each source of a client, keyed by the name of the source. */
async function listLastRuns(connection: Connection, clientId: ClientId): Promise<Map<string, ImportSourceRun>> {
  const { rows } = await sql<RunRow & { source: string }>`
    select distinct on (import_source_run.name) import_source_run.name as source, ${runColumns}
    from import_source_run
    ${joinJobs(clientId)}
    where import_source_run.client_id = ${clientId}
    order by import_source_run.name, import_source_run.run_no desc`.execute(connection);
  return new Map(rows.map(({ source, ...row }) => [source, runView(row)]));
}

function sourceView(row: SourceRow, lastRun: ImportSourceRun | undefined): ImportSource {
  const { settings, nextRunAt, changedAt, ...shown } = row;
  const { schedule, options, importType, atomic } = settings;
  return {
    ...shown,
    from: shownFrom(settings),
    schedule,
    options,
    importType,
    atomic,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRun: lastRun ?? null,
    changedAt: changedAt.toISOString(),
  };
}

/** Lists all sources of a client, sorted by name. */
export async function listSources(connection: Connection, clientId: ClientId): Promise<ImportSource[]> {
  const { rows } = await sql<SourceRow>`
    select ${sourceColumns}
    from import_source
    where import_source.client_id = ${clientId}
    order by import_source.name`.execute(connection);
  const runs = rows.length === 0 ? new Map<string, ImportSourceRun>() : await listLastRuns(connection, clientId);
  return rows.map((row) => sourceView(row, runs.get(row.name)));
}

export async function findSource(connection: Connection, key: SourceKey): Promise<ImportSource | undefined> {
  const { rows } = await sql<SourceRow>`
    select ${sourceColumns}
    from import_source
    where import_source.client_id = ${key.clientId} and import_source.name = ${key.name}`.execute(connection);
  const [row] = rows;
  if (!row) return undefined;
  const [lastRun] = await listRuns(connection, key);
  return sourceView(row, lastRun);
}

/** Returns the id, the settings and the sealed password or token of a source. @returns undefined if there is no such source */
export async function findSealed(
  connection: Connection,
  { clientId, name }: SourceKey,
): Promise<{ sourceId: string; settings: SourceSettings; sealed: string | null } | undefined> {
  const { rows } = await sql<{ sourceId: string; settings: SourceSettings; sealed: string | null }>`
    select
      import_source.source_id as "sourceId",
      import_source.settings,
      import_source.secret_sealed as sealed
    from import_source
    where import_source.client_id = ${clientId} and import_source.name = ${name}`.execute(connection);
  return rows[0];
}

export async function countSources(connection: Connection, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_source where import_source.client_id = ${clientId}`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Lists the names of the sources that read their files with a stored mapping. */
export async function listSourcesOfMapping(
  connection: Connection,
  clientId: ClientId,
  mapping: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select import_source.name
    from import_source
    where import_source.client_id = ${clientId}
      and import_source.settings #>> '{options,mapping,kind}' = 'stored'
      and import_source.settings #>> '{options,mapping,name}' = ${mapping}
    order by import_source.name`.execute(connection);
  return rows.map(({ name }) => name);
}

/** Lists the files of a watched folder that need no further run unless they change. */
export async function listKnownFiles(connection: Connection, { clientId, name }: SourceKey): Promise<KnownFile[]> {
  const { rows } = await sql<KnownFile>`
    select
      import_source_file.file_key as name,
      import_source_file.bytes,
      import_source_file.modified_at as "modifiedAt",
      import_source_file.has_failed as "hasFailed"
    from import_source_file
    where import_source_file.client_id = ${clientId} and import_source_file.name = ${name}`.execute(connection);
  return rows;
}
