import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../database/database.ts';

/**
 * A process that shows no heartbeat for this many seconds has lost its leases. It shows one every 5 s, so five in a row may fail.
 */
export const leaseSeconds = 30;

/** A table whose rows are jobs: `owner` is the process that works on one, `heartbeat_at` the last time it was seen. */
export interface LeaseTable {
  table: string;
  /** Columns of the primary key. */
  key: readonly string[];
  /** The status of a job while a process works on it. */
  status: string;
}

/** The statements by which processes share the jobs of one table. An owner is a process, named by a random id of each start. */
export interface LeaseStore {
  /**
   * Takes jobs for a process.
   * @param parts `due`: a query for the keys of due jobs that locks them (`for update skip locked`); `set`: further assignments, each
   * after a comma; `returning`: the columns that are answered
   */
  claim<Row>(
    connection: Connection,
    owner: string,
    parts: { due: RawBuilder<unknown>; set?: RawBuilder<unknown>; returning: RawBuilder<unknown> },
  ): Promise<Row[]>;
  /**
   * Shows that the process still works on these of its jobs. A job that is locked is passed over: a statement of its owner is in progress.
   * @param jobs a condition on the table
   */
  heartbeat(connection: Connection, owner: string, jobs: RawBuilder<unknown>): Promise<void>;
  /**
   * Ends the leases without a heartbeat for this long; 0 ends all. With an owner, only the leases of that process.
   * @param parts `set`: what becomes of a job, beside losing its owner; `columns`: further columns of the query `abandoned`, each after
   * a comma; `beside`: further queries of the same statement, each after a comma
   * @returns the number of leases that ended
   */
  expire(
    connection: Connection,
    which: { olderThanSeconds: number; owner?: string | undefined },
    parts: { set: RawBuilder<unknown>; columns?: RawBuilder<unknown>; beside?: RawBuilder<unknown> },
  ): Promise<number>;
  /** A condition: the process holds the lease. Every write of progress carries it, so a process that lost its lease writes nothing. */
  isHeldBy(owner: string): RawBuilder<boolean>;
  /** A condition: the lease is free, has no heartbeat any more, or is this process's own. */
  isFreeFor(owner: string): RawBuilder<boolean>;
}

/** Parts of the statements on a table. */
function createFragments({ table, key, status }: LeaseTable) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  // written into the text: partial indexes are not found through parameters
  const working = sql.lit(status);
  return {
    column,
    working,
    jobs: sql.table(table),
    keyColumns: sql.join(key.map((name) => column(name))),
    /** The job is one that the query found. */
    isIn: (query: string) =>
      sql.join(
        key.map((name) => sql`${column(name)} = ${sql.ref(`${query}.${name}`)}`),
        sql` and `,
      ),
    isHeldBy: (owner: string) =>
      sql<boolean>`(${column('status')} = ${working} and ${column('owner')} = ${owner}::uuid)`,
    isSilentFor: (seconds: number) => sql`${column('heartbeat_at')} <= now() - make_interval(secs => ${seconds})`,
  };
}

const nothing = sql``;

export function createLeaseStore(table: LeaseTable): LeaseStore {
  const { column, working, jobs, keyColumns, isIn, isHeldBy, isSilentFor } = createFragments(table);
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
