import { sql } from 'kysely';
import type { Connection } from './database.ts';

/**
 * Returns how many connections the roles other than superusers can have open at the same time, in total. The connections that PostgreSQL 16
 * and later reserve for members of `pg_use_reserved_connections` count only if the current role is a member.
 */
export async function readConnectionLimit(connection: Connection): Promise<number> {
  const { rows } = await sql<{ limit: number }>`
    select
      current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer
      - case
          when exists (
            select from pg_roles where rolname = 'pg_use_reserved_connections' and pg_has_role(oid, 'usage')
          ) then 0
          else coalesce(current_setting('reserved_connections', true)::integer, 0)
        end as "limit"`.execute(connection);
  return rows[0]?.limit ?? Infinity;
}
