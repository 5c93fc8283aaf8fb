import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Connection } from './database/database.ts';
import { errorCode } from './errors.ts';
import { type SecretBox, secretKeyBytes } from './secret-box.ts';
import { StartRefusedError } from './start-refused.ts';

/** The current key, followed by the former keys, newest first. */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

function readKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === secretKeyBytes && /^[A-Za-z0-9+/_-]+=*$/.test(text) ? key : undefined;
}

/** Decodes keys from base64, separated by commas or white space. @returns undefined unless each of them encodes exactly 32 bytes */
export function readSecretKeys(text: string): SecretKeys | undefined {
  const [first, ...former] = text
    .trim()
    .split(/[\s,]+/)
    .map(readKey);
  const known = former.filter((key) => key !== undefined);
  return first === undefined || known.length < former.length ? undefined : [first, ...known];
}

const fileOf = (folder: string) => join(folder, 'secret.key');

/**
 * Reads the keys of a data folder from its file `secret.key` (mode 0600). Creates the file with one key if it is missing.
 * @throws StartRefusedError
 */
export async function openSecretKeys(folder: string): Promise<SecretKeys> {
  const path = fileOf(folder);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new StartRefusedError(
      `The key file ${path} cannot be read (${errorCode(error)}); give this user read access.`,
    );
  });
  if (text === undefined) return addSecretKey(folder, []);
  const keys = readSecretKeys(text);
  if (keys) return keys;
  throw new StartRefusedError(
    `The key file ${path} does not contain keys of 32 bytes as base64; restore the file that was created with this database.`,
  );
}

/** Makes a new key and writes it to the file `secret.key`, followed by the former keys. */
export async function addSecretKey(folder: string, former: readonly Buffer[]): Promise<SecretKeys> {
  const keys: SecretKeys = [randomBytes(secretKeyBytes), ...former];
  const path = fileOf(folder);
  await using file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(keys.map((key) => `${key.toString('base64')}\n`).join(''));
  await file.sync();
  await rename(`${path}.new`, path);
  return keys;
}

/**
 * Records which key seals the secrets of a database, because processes with different keys could not open each other's secrets.
 * @throws StartRefusedError if a different key is already recorded
 */
export async function claimSecretKey(connection: Connection, box: SecretBox): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    update installation
    set secret_key_id = coalesce(installation.secret_key_id, ${box.keyId})
    returning installation.secret_key_id as "keyId"`.execute(connection);
  if (rows[0]?.keyId === box.keyId) return;
  throw new StartRefusedError(
    'The passwords in this database are sealed with another key: give every server the same PIMENTO_SECRET_KEY, or restore the file secret.key of the first one. If "pimento secrets rotate" was interrupted, run it again.',
  );
}
