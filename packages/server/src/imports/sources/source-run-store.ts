import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/index.ts';
import type { RunCapacity } from './run-limit-rules.ts';
import { repetitions } from './schedule-rules.ts';
import { sourceLeases } from './source-store.ts';
import type { ClaimedSource, Received, SourceKey } from './source-types.ts';

/**
 * Thrown if this process no longer holds the lease of a source, because the source was changed or deleted, or the heartbeat was too old. It
 * is also the abort reason of a run whose process is stopping.
 */
export class SourceLostError extends Error {
  override readonly name = 'SourceLostError';
}

/** SQL expression for the host of a source with its port; empty for watched folders. */
const host = sql<string>`lower(coalesce(substring(import_source.settings #>> '{from,url}' from '^[A-Za-z]+:[/\\\\]*([^/\\\\?#]*)'), ''))`;

type ClaimedRow = Omit<ClaimedSource, 'runId' | 'trigger'> & { wasAsked: boolean };

const claimedColumns = sql`
  import_source.client_id as "clientId",
  import_source.name,
  import_source.source_id as "sourceId",
  import_source.settings,
  import_source.secret_sealed as sealed,
  import_source.defines_composites as "definesComposites",
  import_source.is_paused as "isPaused",
  import_source.failures,
  ${host} as host,
  due.was_asked as "wasAsked",
  due.was_forced as "isForced",
  import_source.etag,
  import_source.last_modified as "lastModified",
  encode(import_source.sha256, 'hex') as sha256,
  import_source.mapping_version as "mappingVersion"`;

/**
 * Claims a source whose run is due, and records the start of the run. Chooses the client with the fewest running sources, and of its
 * sources the one that has been due for the longest time. A source whose last import is still running is not due.
 * @returns undefined if no run is due
 */
export async function claimSource(
  connection: Transaction,
  owner: string,
  { now, runId, capacity }: { now: Date; runId: string; capacity: RunCapacity },
): Promise<ClaimedSource | undefined> {
  const [row] = await sourceLeases.claim<ClaimedRow>(connection, owner, {
    due: sql`
      select
        import_source.client_id,
        import_source.name,
        import_source.asked_at is not null as was_asked,
        import_source.is_forced as was_forced
      from import_source
      join client on client.client_id = import_source.client_id and client.ending_since is null
      where import_source.status = 'Waiting'
        and (
          import_source.asked_at is not null
          or (not import_source.is_paused and import_source.due_at <= ${now})
          -- A requested run that failed is repeated although the source is paused. Former versions left old times in paused sources.
          or (
            import_source.failures between 1 and ${repetitions}
            and import_source.due_at between ${now}::timestamptz - interval '1 day' and ${now}
          )
        )
        and import_source.client_id <> all(${capacity.passedOver}::text[])
        and not exists (
          select
          from jsonb_to_recordset(${JSON.stringify(capacity.busyHosts)}::jsonb) as busy ("clientId" text, host text)
          where busy.host = ${host} and coalesce(busy."clientId", import_source.client_id) = import_source.client_id
        )
        and not exists (
          select from import_job
          where import_job.client_id = import_source.client_id
            and import_job.job_id = import_source.job_id
            and import_job.status = 'Importing'
        )
      order by
        coalesce((${JSON.stringify(capacity.running)}::jsonb ->> import_source.client_id)::integer, 0),
        least(import_source.asked_at, import_source.due_at),
        import_source.client_id,
        import_source.name
      limit 1
      for update of import_source skip locked`,
    set: sql`, asked_at = null, asked_by = null, is_forced = false`,
    returning: claimedColumns,
  });
  if (!row) return undefined;
  const { wasAsked, ...source } = row;
  const scheduled = row.failures > 0 ? 'retry' : 'schedule';
  const trigger = wasAsked ? 'request' : scheduled;
  await sql`
    insert into import_source_run (client_id, name, run_id, trigger, started_at, status)
    values (${row.clientId}, ${row.name}, ${runId}::uuid, ${trigger}, ${now}, 'Running')`.execute(connection);
  return { ...source, trigger, runId };
}

/** Renews the leases of sources. @returns the ids of the sources whose lease this process still holds */
export async function heartbeatSources(
  connection: Database,
  owner: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  if (sourceIds.length === 0) return new Set();
  const isAmong = sql`import_source.source_id = any(${sourceIds}::uuid[])`;
  await sourceLeases.heartbeat(connection, owner, isAmong);
  const { rows } = await sql<{ sourceId: string }>`
    select import_source.source_id as "sourceId"
    from import_source
    where ${sourceLeases.isHeldBy(owner)} and ${isAmong}`.execute(connection);
  return new Set(rows.map(({ sourceId }) => sourceId));
}

/** Placeholder for the name of the source in the message of an interrupted run. */
const place = '{name}';
const interrupted = problem('source-failed', { kind: 'interrupted', source: place });

/**
 * Ends the leases of processes that have died. Each counts as a failure of the source, because its file may have ended the process. The
 * sources run again after 1, 5, 25 … minutes, at most a day. A paused source runs again at most three times.
 * @param olderThanSeconds minimum age of the last heartbeat; 0 if no other process can hold the leases
 * @param owner limits the call to the leases of this process, which is stopping and could not hand them over
 */
export function expireSources(connection: Database, olderThanSeconds: number, owner?: string): Promise<number> {
  return sourceLeases.expire(
    connection,
    { olderThanSeconds, owner },
    {
      beside: sql`, ended as (
        update import_source_run
        set
          status = 'Failed',
          ended_at = now(),
          fault = jsonb_build_object(
            'code', 'source-failed',
            'message', replace(${interrupted.message}, ${place}, abandoned.name),
            'params', jsonb_build_object('kind', 'interrupted', 'source', abandoned.name)
          )
        from abandoned
        where import_source_run.client_id = abandoned.client_id
          and import_source_run.name = abandoned.name
          and import_source_run.status = 'Running'
      )`,
      set: sql`
        status = 'Waiting',
        failures = import_source.failures + 1,
        due_at = now() + interval '1 minute' * case
          when import_source.is_paused and import_source.failures >= ${repetitions} then null
          else least(1440, power(5, least(import_source.failures, 10)))
        end`,
    },
  );
}

/**
 * Returns a source to the queue, because its process is stopping. The source is due again immediately, and its run leaves no entry in the
 * history. Does nothing if the process no longer holds the source.
 * @param at the time of the stop
 */
export async function handOverSource(
  connection: Transaction,
  owner: string,
  { clientId, name, sourceId, runId, trigger, isForced }: ClaimedSource,
  at: Date,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update import_source
    set
      status = 'Waiting',
      owner = null,
      asked_at = case when ${trigger === 'request'} then coalesce(import_source.asked_at, ${at}) else import_source.asked_at end,
      is_forced = import_source.is_forced or ${isForced}
    where import_source.client_id = ${clientId}
      and import_source.name = ${name}
      and import_source.source_id = ${sourceId}::uuid
      and ${sourceLeases.isHeldBy(owner)}`.execute(connection);
  if (numAffectedRows !== 1n) return;
  await sql`
    delete from import_source_run
    where import_source_run.client_id = ${clientId}
      and import_source_run.name = ${name}
      and import_source_run.run_id = ${runId}::uuid`.execute(connection);
}

/** The values that a source gets at the end of a run. If `received` is undefined, the data of the last received file is kept. */
export interface SourceEnd {
  dueAt: Date | null;
  failures: number;
  /** Time at which another run is requested, or null. An earlier request keeps its time. */
  askedAt: Date | null;
  /** True if the next run imports unchanged content as well. */
  isForced?: boolean | undefined;
  received?: Received | undefined;
  jobId?: string | undefined;
}

/** Ends the lease of a source after a run. @throws SourceLostError */
export async function releaseSource(
  connection: Transaction,
  owner: string,
  { clientId, name, sourceId }: SourceKey & { sourceId: string },
  { dueAt, failures, askedAt, isForced = false, received, jobId }: SourceEnd,
): Promise<void> {
  const isKept = received === undefined;
  const { numAffectedRows } = await sql`
    update import_source
    set
      status = 'Waiting',
      owner = null,
      due_at = ${dueAt},
      failures = ${failures},
      asked_at = coalesce(import_source.asked_at, ${askedAt}::timestamptz),
      is_forced = import_source.is_forced or ${isForced},
      job_id = coalesce(${jobId ?? null}::uuid, import_source.job_id),
      etag = case when ${isKept} then import_source.etag else ${received?.etag ?? null} end,
      last_modified = case when ${isKept} then import_source.last_modified else ${received?.lastModified ?? null} end,
      sha256 = case when ${isKept} then import_source.sha256 else decode(${received?.sha256 ?? null}, 'hex') end,
      mapping_version = case when ${isKept} then import_source.mapping_version else ${received?.mappingVersion ?? null}::integer end
    where import_source.client_id = ${clientId}
      and import_source.name = ${name}
      and import_source.source_id = ${sourceId}::uuid
      and ${sourceLeases.isHeldBy(owner)}`.execute(connection);
  if (numAffectedRows !== 1n) throw new SourceLostError(`The source ${name} is no longer held.`);
}
