import { setTimeout as sleep } from 'node:timers/promises';
import { resealAccess } from './access/index.ts';
import { resealAccounts } from './channels/index.ts';
import { resealSources } from './imports/index.ts';
import {
  addSecretKey,
  createSecretBox,
  type Database,
  openDatabase,
  openSecretKeys,
  readSecretKeys,
  requireOwnSessions,
  type SecretKeys,
  StartRefusedError,
  transaction,
  type Transaction,
} from './platform/index.ts';
import { listServiceConnections, lockSecretKeyId, saveSecretKeyId } from './secret-rotation-store.ts';

export interface Rotation {
  /** Id of the key that seals the secrets after the rotation. */
  keyId: string;
  /** Number of rows whose secrets were sealed again. */
  rows: number;
}

const refuseUnknownKey = () =>
  new StartRefusedError(
    'The secrets in this database are sealed with a key that is not among those given: restore the file secret.key, or add the key to PIMENTO_SECRET_KEY.',
  );

/**
 * Maximum time in milliseconds to wait until all connections have ended. The database lists a connection until its process has ended, which
 * can take a moment after Pimento has stopped.
 */
const endingMs = 2_000;
const pollMs = 100;

/**
 * Refuses the rotation if a Pimento process uses the database, because it would continue to seal secrets with the former key. Processes
 * that start during the rotation wait for the lock of the transaction.
 */
async function refuseIfInUse(opened: Transaction): Promise<void> {
  let found = await listServiceConnections(opened);
  for (let waited = 0; found.length > 0 && waited < endingMs; waited += pollMs) {
    await sleep(pollMs);
    found = await listServiceConnections(opened);
  }
  if (found.length === 0) return;
  const places = found.map(
    ({ address, connections }) => `${address ?? 'the machine of the database'} (${connections})`,
  );
  throw new StartRefusedError(
    `Pimento is still running on this database: stop every service, then run the command again. Connections come from: ${places.join(', ')}.`,
  );
}

/**
 * Seals all secrets of a database with a new first key. If the first key is already in use, or if Pimento has not used the database yet,
 * `addKey` supplies the new keys. All Pimento processes on the database must be stopped. After an interruption, call this function again.
 */
async function rotate(database: Database, keys: SecretKeys, addKey: () => Promise<SecretKeys>): Promise<Rotation> {
  return transaction(database, async (opened) => {
    const present = await lockSecretKeyId(opened);
    await refuseIfInUse(opened);
    const isUsed = present === null || present === createSecretBox(keys[0]).keyId;
    const [key, ...former] = isUsed ? await addKey() : keys;
    const to = createSecretBox(key);
    const from = former.map((one) => createSecretBox(one)).find((box) => box.keyId === present);
    if (present !== null && !from) throw refuseUnknownKey();
    const change = from && { from, to };
    const rows = change
      ? (await resealAccounts(opened, change)) +
        (await resealAccess(opened, change)) +
        (await resealSources(opened, change))
      : 0;
    await saveSecretKeyId(opened, to.keyId);
    return { keyId: to.keyId, rows };
  });
}

const refuseUsedKey = () =>
  new StartRefusedError(
    'The first key of PIMENTO_SECRET_KEY is not new: put a new key before it, separated by a comma.',
  );

/**
 * Changes the key that seals the secrets of a database.
 * @param given.keys the value of PIMENTO_SECRET_KEY; undefined for the key file of the data folder
 * @throws StartRefusedError
 */
export async function rotateSecrets(given: {
  connectionString: string;
  folder: string;
  keys: string | undefined;
}): Promise<Rotation> {
  const { connectionString, folder } = given;
  await requireOwnSessions(connectionString, 'find out which services are running');
  await using handle = openDatabase({ connectionString, max: 1, name: 'pimento secrets', onError: () => undefined });
  if (given.keys === undefined) {
    const keys = await openSecretKeys(folder);
    return await rotate(handle.kysely, keys, () => addSecretKey(folder, keys));
  }
  const keys = readSecretKeys(given.keys);
  if (!keys) throw new StartRefusedError('PIMENTO_SECRET_KEY must be keys of 32 bytes as base64, separated by commas.');
  return await rotate(handle.kysely, keys, () => Promise.reject(refuseUsedKey()));
}
