import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '../database/database.ts';
import { claimFirst, claimLooks } from './claim-first.ts';

/**
 * A process without a heartbeat for this many seconds loses its leases. A heartbeat is sent every 5 s, so a process may miss five
 * heartbeats in a row.
 */
export const leaseSeconds = 30;

/** A table with one job per row. `owner` is the process that works on the job, and `heartbeat_at` is the time of its last heartbeat. */
export interface LeaseTable {
  table: string;
  /** Columns of the primary key. */
  key: readonly string[];
  /** The value of the column `status` while a process is working on a job. */
  status: string;
}

/**
 * Statements that let several processes share the jobs of one table. An `owner` is the id of a process, which is random and new at each
 * start.
 */
export interface LeaseStore {
  /**
   * Claims jobs for a process.
   * @param parts `due`: a query that returns and locks the keys of due jobs (`for update skip locked`); `set`: further assignments, each
   * preceded by a comma; `returning`: the columns to return
   */
  claim<Row>(
    connection: Connection,
    owner: string,
    parts: { due: RawBuilder<unknown>; set?: RawBuilder<unknown>; returning: RawBuilder<unknown> },
  ): Promise<Row[]>;
  /**
   * Claims one job for a process, by its key after a look without locks (see `claimFirst`). The key of the table begins with `client_id`.
   * @param parts `isDue`: a condition on the table; `order`: the order in which jobs are claimed; `set` and `returning` as above
   * @returns undefined if no job is due
   */
  claimNext<Row>(
    connection: Database,
    owner: string,
    parts: {
      isDue: RawBuilder<boolean>;
      order: RawBuilder<unknown>;
      set?: RawBuilder<unknown>;
      returning: RawBuilder<unknown>;
    },
  ): Promise<Row | undefined>;
  /**
   * Updates the heartbeat of the jobs that the process is still working on. Skips locked jobs, because a lock means that another statement
   * of the same process is working on the job.
   * @param jobs SQL condition that selects the jobs
   */
  heartbeat(connection: Connection, owner: string, jobs: RawBuilder<unknown>): Promise<void>;
  /**
   * Ends the leases that have had no heartbeat for `olderThanSeconds` (0 ends all leases). If `owner` is given, ends only the leases of
   * that process.
   * @param parts `set`: assignments to the job in addition to clearing its owner; `columns`: further columns of the query `abandoned`, each
   * preceded by a comma; `beside`: further queries of the same statement, each preceded by a comma
   * @returns the number of ended leases
   */
  expire(
    connection: Connection,
    which: { olderThanSeconds: number; owner?: string | undefined },
    parts: { set: RawBuilder<unknown>; columns?: RawBuilder<unknown>; beside?: RawBuilder<unknown> },
  ): Promise<number>;
  /**
   * SQL condition that the process holds the lease. Every statement that writes progress includes this condition, so that a process that
   * has lost its lease writes nothing.
   */
  isHeldBy(owner: string): RawBuilder<boolean>;
  /** SQL condition that the lease is free or expired, or that this process holds it. */
  isFreeFor(owner: string): RawBuilder<boolean>;
}

/** Creates the SQL fragments that the statements on a table share. */
function createFragments({ table, key, status }: LeaseTable) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  // a literal, because PostgreSQL does not use the partial index if the status is a parameter
  const working = sql.lit(status);
  return {
    column,
    working,
    jobs: sql.table(table),
    keyColumns: sql.join(key.map((name) => column(name))),
    /** A condition that the job is in the result of the query. */
    isIn: (query: string) =>
      sql.join(
        key.map((name) => sql`${column(name)} = ${sql.ref(`${query}.${name}`)}`),
        sql` and `,
      ),
    /** A condition that the job has this key. */
    isFound: (found: Record<string, unknown>) =>
      sql.join(
        key.map((name) => sql`${column(name)} = ${found[name]}`),
        sql` and `,
      ),
    isHeldBy: (owner: string) =>
      sql<boolean>`(${column('status')} = ${working} and ${column('owner')} = ${owner}::uuid)`,
    isSilentFor: (seconds: number) => sql`${column('heartbeat_at')} <= now() - make_interval(secs => ${seconds})`,
  };
}

const nothing = sql``;

function createClaimNext({
  working,
  jobs,
  keyColumns,
  isFound,
}: ReturnType<typeof createFragments>): LeaseStore['claimNext'] {
  return async function claimNext<Row>(
    connection: Database,
    owner: string,
    { isDue, order, set = nothing, returning }: Parameters<LeaseStore['claimNext']>[2],
  ) {
    const look = sql<Record<string, unknown>>`
      select ${keyColumns}
      from ${jobs}
      where ${isDue}
      order by ${order}
      limit ${claimLooks}`;
    const claim = async (found: Record<string, unknown>) => {
      const { rows } = await sql<Row>`
        with due as materialized (
          select ${keyColumns}
          from ${jobs}
          where ${isFound(found)} and ${isDue}
          for update skip locked
        )
        update ${jobs}
        set status = ${working}, owner = ${owner}::uuid, heartbeat_at = now()${set}
        from due
        where ${isFound(found)}
        returning ${returning}`.execute(connection);
      return rows[0];
    };
    return claimFirst(async () => (await look.execute(connection)).rows, claim);
  };
}

export function createLeaseStore(table: LeaseTable): LeaseStore {
  const fragments = createFragments(table);
  const { column, working, jobs, keyColumns, isIn, isHeldBy, isSilentFor } = fragments;
  return {
    async claim<Row>(
      connection: Connection,
      owner: string,
      { due, set = nothing, returning }: Parameters<LeaseStore['claim']>[2],
    ) {
      const { rows } = await sql<Row>`
        with due as materialized (${due})
        update ${jobs}
        set status = ${working}, owner = ${owner}::uuid, heartbeat_at = now()${set}
        from due
        where ${isIn('due')}
        returning ${returning}`.execute(connection);
      return rows;
    },
    claimNext: createClaimNext(fragments),
    async heartbeat(connection, owner, which) {
      await sql`
        with held as materialized (
          select ${keyColumns}
          from ${jobs}
          where ${isHeldBy(owner)} and ${which}
          for update skip locked
        )
        update ${jobs}
        set heartbeat_at = now()
        from held
        where ${isIn('held')}`.execute(connection);
    },
    async expire(connection, { olderThanSeconds, owner }, { set, columns = nothing, beside = nothing }) {
      const { numAffectedRows = 0n } = await sql`
        with abandoned as materialized (
          select ${keyColumns}${columns}
          from ${jobs}
          where ${column('status')} = ${working}
            and ${column('owner')} is not null
            and ${owner === undefined ? sql`true` : isHeldBy(owner)}
            and ${isSilentFor(olderThanSeconds)}
          for update skip locked
        )${beside}
        update ${jobs}
        set owner = null, ${set}
        from abandoned
        where ${isIn('abandoned')}`.execute(connection);
      return Number(numAffectedRows);
    },
    isHeldBy,
    isFreeFor: (owner) =>
      sql`(${column('owner')} is null or ${column('owner')} = ${owner}::uuid or ${isSilentFor(leaseSeconds)})`,
  };
}
