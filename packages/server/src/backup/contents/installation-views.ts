import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';

/** Returns the id of the key that seals the secrets of the database. @returns null before the first start */
export async function findSecretKeyId(connection: Connection): Promise<string | null> {
  const { rows } = await sql<{ keyId: string | null }>`
    select installation.secret_key_id as "keyId"
    from installation`.execute(connection);
  return rows[0]?.keyId ?? null;
}

export async function listAppliedMigrations(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select schema_migration.name
    from schema_migration
    order by schema_migration.name`.execute(connection);
  return rows.map(({ name }) => name);
}
