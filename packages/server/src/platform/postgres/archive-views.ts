import { sql } from 'kysely';
import type { Connection } from '../database/database.ts';
import { archiveAge, type ArchiveFacts } from './archive-rules.ts';

/** Returns the result of `archiveAge` for the server of this connection. */
export async function findArchiveAge(connection: Connection): Promise<number | null> {
  const { rows } = await sql<ArchiveFacts>`
    select
      current_setting('cluster_name') as cluster,
      current_setting('archive_mode') <> 'off' as "isOn",
      extract(epoch from current_setting('archive_timeout')::interval)::integer as "timeoutSeconds",
      extract(epoch from clock_timestamp() - greatest(pg_postmaster_start_time(), last_archived_time))::float8 as seconds
    from pg_stat_archiver`.execute(connection);
  const [facts] = rows;
  return facts ? archiveAge(facts) : null;
}
