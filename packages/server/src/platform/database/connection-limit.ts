import { sql } from 'kysely';
import type { Connection } from './database.ts';

/** Returns how many connections all roles other than superusers can have open at the same time, in total. */
export async function readConnectionLimit(connection: Connection): Promise<number> {
  const { rows } = await sql<{ limit: number }>`
    select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as "limit"`.execute(
    connection,
  );
  return rows[0]?.limit ?? Infinity;
}
