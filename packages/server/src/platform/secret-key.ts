import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Connection } from './database/database.ts';
import { errorCode } from './errors.ts';
import { type SecretBox, secretKeyBytes } from './secret-box.ts';
import { StartRefusedError } from './start-refused.ts';

/** Decodes a key from base64; undefined unless the text encodes exactly 32 bytes. */
export function readSecretKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === secretKeyBytes && /^[A-Za-z0-9+/_-]+=*$/.test(text.trim()) ? key : undefined;
}

/**
 * Reads the key of a data folder from its file `secret.key` (mode 0600); creates the file if it is missing.
 * @throws StartRefusedError
 */
export async function openSecretKey(folder: string): Promise<Buffer> {
  const path = join(folder, 'secret.key');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new StartRefusedError(
      `The key file ${path} cannot be read (${errorCode(error)}); give this user read access.`,
    );
  });
  if (text === undefined) return makeKeyFile(path);
  const key = readSecretKey(text);
  if (key) return key;
  throw new StartRefusedError(
    `The key file ${path} does not hold 32 bytes as base64; restore the one that was made with this database.`,
  );
}

async function makeKeyFile(path: string): Promise<Buffer> {
  const key = randomBytes(secretKeyBytes);
  await using file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(`${key.toString('base64')}\n`);
  await file.sync();
  await rename(`${path}.new`, path);
  return key;
}

/**
 * Records which key seals the secrets of a database, because processes with different keys could not open each other's secrets.
 * @throws StartRefusedError if another key is already recorded
 */
export async function claimSecretKey(connection: Connection, box: SecretBox): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    update installation
    set secret_key_id = coalesce(installation.secret_key_id, ${box.keyId})
    returning installation.secret_key_id as "keyId"`.execute(connection);
  if (rows[0]?.keyId === box.keyId) return;
  throw new StartRefusedError(
    'The passwords in this database are sealed with another key: give every server the same PIMENTO_SECRET_KEY, or restore the file secret.key of the first one.',
  );
}
