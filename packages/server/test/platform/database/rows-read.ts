import { sql } from 'kysely';
import { type Database, type Transaction, transaction } from '../../../src/platform/index.ts';

/** Returns how many rows of a table the database reads while `work` runs, with or without an index. Includes rows that it then discards. */
export function countRowsRead(
  database: Database,
  table: string,
  work: (opened: Transaction) => Promise<unknown>,
): Promise<number> {
  return transaction(database, async (opened) => {
    // the counts contain those of earlier transactions that the connection has not reported yet
    const readSoFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select (coalesce(counted.seq_tup_read, 0) + coalesce(counted.idx_tup_fetch, 0))::float8 as read
        from pg_stat_xact_user_tables as counted
        where counted.relname = ${table}`.execute(opened);
      return rows[0]?.read ?? 0;
    };
    const before = await readSoFar();
    await work(opened);
    return (await readSoFar()) - before;
  });
}
