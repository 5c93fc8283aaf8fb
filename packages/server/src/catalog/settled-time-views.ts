import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';

/**
 * A time for what is read from now on: changes that are committed later carry a later one. A change has the time at which its transaction
 * began, so that those which are under way just now set the limit.
 */
export async function readSettledTime(connection: Connection): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select least(statement_timestamp(), min(activity.xact_start)) as at
    from pg_stat_activity as activity
    where activity.datname = current_database() and activity.backend_xid is not null`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('an aggregate answered no row');
  return row.at;
}
