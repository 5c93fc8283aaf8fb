import { sql } from 'kysely';
import type { Connection, WorkerRunRecord } from '../platform/index.ts';
import type { NodeRow } from './node-store.ts';

/** A process without a heartbeat for this long is treated as gone, because its leases end after the same time. */
const aliveSeconds = 30;

export interface SeenNode extends NodeRow {
  seenAt: Date;
  isAlive: boolean;
  workers: WorkerRunRecord[];
}

/** Maximum number of processes that are shown. */
const maxNodes = 200;

/** Lists up to `maxNodes` processes, those that are alive first. */
export async function listNodes(connection: Connection): Promise<SeenNode[]> {
  const { rows } = await sql<SeenNode>`
    select
      node.node_id as "nodeId",
      node.host,
      node.process,
      node.role,
      node.version,
      node.started_at as "startedAt",
      node.seen_at as "seenAt",
      node.seen_at > clock_timestamp() - make_interval(secs => ${aliveSeconds}::integer) as "isAlive",
      node.workers
    from node
    order by "isAlive" desc, node.started_at desc, node.node_id
    limit ${maxNodes}`.execute(connection);
  return rows;
}
