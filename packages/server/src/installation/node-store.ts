import { sql } from 'kysely';
import type { Database, WorkerRunRecord } from '../platform/index.ts';

/** A process of the installation. */
export interface NodeRow {
  nodeId: string;
  host: string;
  process: number;
  role: string;
  version: string;
  startedAt: Date;
}

/** Writes the heartbeat of a process, with the last runs of its workers. */
export async function saveNode(
  database: Database,
  { nodeId, host, process, role, version, startedAt }: NodeRow,
  workers: readonly WorkerRunRecord[],
): Promise<void> {
  await sql`
    insert into node (node_id, host, process, role, version, started_at, seen_at, workers)
    values (
      ${nodeId}::uuid, ${host}, ${process}, ${role}, ${version}, ${startedAt}::timestamptz, clock_timestamp(),
      ${JSON.stringify(workers)}::jsonb
    )
    on conflict (node_id) do update
    set seen_at = excluded.seen_at, workers = excluded.workers`.execute(database);
}

export async function deleteNode(database: Database, nodeId: string): Promise<void> {
  await sql`delete from node where node.node_id = ${nodeId}::uuid`.execute(database);
}

/** Deletes the rows of processes whose last heartbeat is at least `olderThanSeconds` old. 0 deletes all rows. */
export async function deleteGoneNodes(database: Database, olderThanSeconds: number): Promise<void> {
  await sql`
    delete from node
    where node.seen_at <= clock_timestamp() - make_interval(secs => ${olderThanSeconds}::integer)`.execute(database);
}
