import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import {
  claimSecretKey,
  createSecretBox,
  type DatabaseHandle,
  openDatabase,
  openSecretKeys,
  type SecretBox,
  StartRefusedError,
} from '../src/platform/index.ts';
import { rotateSecrets } from '../src/secret-rotation.ts';
import { type GatewayWorld, startGatewayWorld } from './channels/gateway-world.ts';
import type { TestCaller } from './test-service.ts';
import { makeTemporaryFolder } from './platform/temporary-folder.ts';

const firstKey = randomBytes(32);
const first = createSecretBox(firstKey);
let world: GatewayWorld;
let handle: DatabaseHandle;
before(async () => {
  world = await startGatewayWorld({ secretBox: first });
  const { connectionString } = world.service;
  handle = openDatabase({ connectionString, max: 2, name: 'test', onError: () => undefined });
});
after(async () => {
  await handle[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const base64 = (key: Buffer) => key.toString('base64');
const signInSecret = (key: Buffer) => createSecretBox(key).sign('session cookies', 'session cookies');

async function accountSecret(accountId: string): Promise<string> {
  const { rows } = await sql<{ sealed: string }>`
    select account.secrets ->> 'apiToken' as sealed
    from account
    where account.account_id::text = ${accountId}`.execute(handle.kysely);
  return rows[0]?.sealed ?? '';
}

/** Creates an import source with a bearer token. */
async function putSource(client: TestCaller): Promise<void> {
  const auth = { kind: 'bearer', token: 'a source token' };
  const source = { from: { kind: 'address', url: 'https://files.test/x.csv', auth }, schedule: { kind: 'request' } };
  const { status, text } = await client.call('PUT', '/api/import/v1/sources/acme', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(source),
  });
  assert.equal(status, 200, text);
}

/** Opens the sealed token of the import source. Returns undefined if it was sealed with a different key. */
async function sourceToken(box: SecretBox): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select source_id::text as id, secret_sealed as sealed from import_source`.execute(handle.kysely);
  const [{ id, sealed } = { id: '', sealed: '' }] = rows;
  return box.open(sealed, ['import-source', id, 'files.test'].join('\u001f'));
}

test('secrets are sealed with a new key, the former one stays in the file, and an interrupted change is completed', async () => {
  const { service } = world;
  const { connectionString } = service;
  const database = handle.kysely;
  await claimSecretKey(database, first);
  const adapter = await world.adapter('shop');
  const client = await service.client('acme');
  const accountId = await world.connect(client, adapter, 'shop');
  const context = ['acme', 'shop', accountId, 'apiToken'].join('\u001f');
  await putSource(client);
  assert.equal(first.open(await accountSecret(accountId), context), 'a secret token');
  await sql`
    insert into identity_provider (provider_id, name, issuer, oidc_client_id, sealed_secret, is_listed, is_required, created_at, updated_at)
    values ('p', 'P', 'https://id.example', 'pimento', ${first.seal('oidc', 'identity provider p')}, false, false, now(), now())`.execute(
    database,
  );
  await sql`
    insert into person (person_id, name, email)
    values ('person', 'Person', 'person@example.com'), ('other', 'Other', 'other@example.com')`.execute(database);
  const encrypted = (data: string) => symmetricEncrypt({ key: signInSecret(firstKey), data });
  await sql`
    insert into person_second_factor (second_factor_id, person_id, secret, recovery_codes)
    values
      ('f', 'person', ${await encrypted('totp')}, ${await encrypted('codes')}),
      -- no key decrypts these texts, so the rotation skips the row
      ('g', 'other', 'damaged', 'damaged')`.execute(database);

  await using folder = await makeTemporaryFolder();
  const file = join(folder.path, 'secret.key');
  await writeFile(file, `${base64(firstKey)}\n`);
  await assert.rejects(rotateSecrets({ connectionString, folder: folder.path, keys: undefined }), {
    name: 'StartRefusedError',
    message: /^Pimento is still running on this database: stop every service.* Connections come from: .+ \(\d+\)\.$/,
  });
  // neither the file nor the database has changed
  assert.deepEqual(await openSecretKeys(folder.path), [firstKey]);
  assert.equal(first.open(await accountSecret(accountId), context), 'a secret token');
  await service.stop();
  const rotation = await rotateSecrets({ connectionString, folder: folder.path, keys: undefined });
  const [key, ...former] = await openSecretKeys(folder.path);
  assert.deepEqual(former, [firstKey]);
  const second = createSecretBox(key);
  assert.deepEqual(rotation, { keyId: second.keyId, rows: 4 });
  assert.equal(second.open(await accountSecret(accountId), context), 'a secret token');
  assert.equal(first.open(await accountSecret(accountId), context), undefined);
  const { rows } = await sql<{ provider: string; secret: string; codes: string }>`
    select
      identity_provider.sealed_secret as provider,
      person_second_factor.secret,
      person_second_factor.recovery_codes as codes
    from identity_provider
    cross join person_second_factor
    where person_second_factor.second_factor_id = 'f'`.execute(database);
  assert.equal(second.open(rows[0]!.provider, 'identity provider p'), 'oidc');
  const decrypted = (data: string) => symmetricDecrypt({ key: signInSecret(key), data });
  assert.deepEqual([await decrypted(rows[0]!.secret), await decrypted(rows[0]!.codes)], ['totp', 'codes']);
  await assert.rejects(claimSecretKey(database, first), StartRefusedError);
  await claimSecretKey(database, second);

  // simulates an interruption after the file was written and before the database was changed
  const third = randomBytes(32);
  await writeFile(file, `${base64(third)}\n${await readFile(file, 'utf8')}`);
  await assert.rejects(claimSecretKey(database, createSecretBox(third)), StartRefusedError);
  const completed = await rotateSecrets({ connectionString, folder: folder.path, keys: undefined });
  assert.equal(completed.keyId, createSecretBox(third).keyId);
  assert.equal(createSecretBox(third).open(await accountSecret(accountId), context), 'a secret token');

  // From here on, the keys come from the environment instead of the file.
  const fourth = randomBytes(32);
  const rotated = (keys: string) => rotateSecrets({ connectionString, folder: folder.path, keys });
  await assert.rejects(rotated(base64(fourth)), /not among those given/);
  await assert.rejects(rotated(base64(third)), /put a new key before it/);
  await assert.rejects(rotated('short'), StartRefusedError);
  await rotated([fourth, third].map(base64).join(','));
  assert.equal(createSecretBox(fourth).open(await accountSecret(accountId), context), 'a secret token');
  assert.equal(await sourceToken(createSecretBox(fourth)), 'a source token');
});
