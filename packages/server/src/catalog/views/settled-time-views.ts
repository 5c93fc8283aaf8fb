import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';

/**
 * Returns a time that is earlier than every product change that the next statement cannot see yet. The time of a change is the start of the
 * statement that writes it. Before such a statement starts, its transaction has locked products or, in an import, definitions. The result
 * is therefore the earliest start of all open transactions with such a lock, or the start of this statement if there are none.
 */
export async function getSettledTime(connection: Connection): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select least(statement_timestamp(), min(activity.xact_start)) as at
    from pg_locks as held
    join pg_stat_activity as activity on activity.pid = held.pid
    where held.locktype = 'relation'
      and held.database = (select own.oid from pg_database as own where own.datname = current_database())
      and held.relation in ('product'::regclass, 'structure_state'::regclass)
      and held.mode in ('RowShareLock', 'RowExclusiveLock')`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('an aggregate returned no row');
  return row.at;
}
