import { sql } from 'kysely';
import type { Transaction } from './platform/index.ts';

/** Locks the installation and returns the id of the key that seals its secrets; null if no service has used the database yet. */
export async function lockSecretKeyId(opened: Transaction): Promise<string | null> {
  const { rows } = await sql<{ keyId: string | null }>`
    select installation.secret_key_id as "keyId"
    from installation
    for update`.execute(opened);
  return rows[0]?.keyId ?? null;
}

export async function saveSecretKeyId(opened: Transaction, keyId: string): Promise<void> {
  await sql`update installation set secret_key_id = ${keyId}`.execute(opened);
}
