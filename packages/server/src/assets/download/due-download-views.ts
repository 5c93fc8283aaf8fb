import { sql } from 'kysely';
import type { Database } from '../../platform/index.ts';

/** Limits for the downloads that a process may claim in one call. */
export interface DownloadCapacity {
  /** Maximum number of downloads, in total, per host and per client. */
  max: number;
  perHost: number;
  perClient: number;
  /** Number of downloads that are running or queued in this process, keyed by host without port and by client. */
  busyHosts: ReadonlyMap<string, number>;
  busyClients: ReadonlyMap<string, number>;
  /** Claims begin with the first client and host after this position. */
  after: HostPosition;
}

/** A position in the cycle of claims: a client, and a host from which it downloads. Positions are ordered by client, then by host. */
export interface HostPosition {
  clientId: string;
  host: string;
}

/** Maximum number of pairs of client and host in which one statement looks for due downloads. */
const windowHosts = 500;

const countsOf = (counts: ReadonlyMap<string, number>) =>
  JSON.stringify([...counts].map(([name, count]) => ({ k: name, n: count })));

/** Builds a CTE of the first `windowHosts` pairs of client and host with waiting downloads after the given pair. */
const waitingHosts = (after: HostPosition) => sql`
    waiting (client_id, host, position) as (
      (
        select asset.client_id, asset.host, 1
        from asset
        where asset.status = 'WAITING_FOR_DOWNLOAD' and (asset.client_id, asset.host) > (${after.clientId}, ${after.host})
        order by asset.client_id, asset.host
        limit 1
      )
      union all
      select next.client_id, next.host, waiting.position + 1
      from waiting
      cross join lateral (
        select further.client_id, further.host
        from asset as further
        where further.status = 'WAITING_FOR_DOWNLOAD'
          and (further.client_id, further.host) > (waiting.client_id, waiting.host)
        order by further.client_id, further.host
        limit 1
      ) as next
      where waiting.position < ${windowHosts}
    )`;

/**
 * Selects the keys of due downloads client by client and host by host, so that neither a client nor a host with a million downloads delays
 * the others. Each index probe finds the next host of a client or the next row. The cost depends on the number of hosts and of claimed
 * rows, not on the number of waiting rows.
 */
export function dueDownloads({ max, perHost, perClient, busyHosts, busyClients, after }: DownloadCapacity) {
  return sql`
    with recursive ${waitingHosts(after)}, capacity as materialized (
      select
        waiting.client_id,
        waiting.host,
        row_number() over (partition by waiting.client_id order by waiting.host) as turn,
        ${perHost}::integer - coalesce(busy_host.n, 0) as free,
        ${perClient}::integer - coalesce(busy_client.n, 0) as client_free
      from waiting
      left join jsonb_to_recordset(${countsOf(busyHosts)}::jsonb) as busy_host (k text, n integer)
        on busy_host.k = regexp_replace(waiting.host, ':[0-9]+$', '')
      left join jsonb_to_recordset(${countsOf(busyClients)}::jsonb) as busy_client (k text, n integer)
        on busy_client.k = waiting.client_id
    ), share as materialized (
      select greatest(1, ${max}::integer / greatest(1, count(distinct capacity.client_id)))::integer as size
      from capacity
      where capacity.client_free > 0
    ), picked as materialized (
      select found.client_id, found.asset_id, capacity.client_free
      from (
        select capacity.client_id, capacity.host, capacity.free, capacity.client_free
        from capacity
        where capacity.free > 0 and capacity.client_free > 0
        order by capacity.turn, capacity.client_id
      ) as capacity
      cross join share
      cross join lateral (
        select asset.client_id, asset.asset_id
        from asset
        where asset.status = 'WAITING_FOR_DOWNLOAD'
          and asset.client_id = capacity.client_id
          and asset.host = capacity.host
          and asset.due_at <= now()
        order by asset.due_at, asset.asset_id
        limit least(capacity.free, capacity.client_free, share.size)
        for update skip locked
      ) as found
      limit ${max}
    )
    select numbered.client_id, numbered.asset_id
    from (
      select
        picked.client_id,
        picked.asset_id,
        picked.client_free,
        row_number() over (partition by picked.client_id) as number
      from picked
    ) as numbered
    where numbered.number <= numbered.client_free`;
}

/**
 * Returns the last pair of client and host in which `claimDownloads` looks for due downloads.
 * @returns undefined if there are fewer than `windowHosts` such pairs
 */
export async function findWindowEnd(connection: Database, after: HostPosition): Promise<HostPosition | undefined> {
  const { rows } = await sql<HostPosition>`
    with recursive ${waitingHosts(after)}
    select waiting.client_id as "clientId", waiting.host
    from waiting
    where waiting.position = ${windowHosts}`.execute(connection);
  return rows[0];
}
