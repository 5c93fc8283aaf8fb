import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';

/**
 * A time for what is read of products from now on: changes of them that are committed later carry a later one. A change has the time at
 * which its transaction began, so that the writers that are under way just now set the limit: whoever holds a lock on products, or on the
 * definitions, which imports take first.
 */
export async function readSettledTime(connection: Connection): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select least(statement_timestamp(), min(activity.xact_start)) as at
    from pg_locks as held
    join pg_stat_activity as activity on activity.pid = held.pid
    where held.locktype = 'relation'
      and held.database = (select own.oid from pg_database as own where own.datname = current_database())
      and held.relation in ('product'::regclass, 'structure_state'::regclass)
      and held.mode in ('RowShareLock', 'RowExclusiveLock')`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('an aggregate answered no row');
  return row.at;
}
