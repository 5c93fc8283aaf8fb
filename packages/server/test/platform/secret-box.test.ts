import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  claimSecretKey,
  createSecretBox,
  openDatabase,
  openSecretKeys,
  readSecretKeys,
  StartRefusedError,
} from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

test('any text is opened again by the same key in the same context, and two seals of it differ', () => {
  const box = createSecretBox(randomBytes(32));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
      const sealed = box.seal(text, context);
      assert.equal(box.open(sealed, context), text);
      assert.notEqual(box.seal(text, context), sealed);
      assert.equal(box.open(sealed, `${context}!`), undefined);
    }),
  );
});

test('another key, a changed text and any other text open to nothing', () => {
  const box = createSecretBox(randomBytes(32));
  const sealed = box.seal('secret', 'here');
  assert.equal(createSecretBox(randomBytes(32)).open(sealed, 'here'), undefined);
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = `${sealed.slice(0, place)}${sealed[place] === 'A' ? 'B' : 'A'}${sealed.slice(place + 1)}`;
    // the last base64url character may contain unused bits, so changing it may have no effect
    if (box.open(changed, 'here') !== undefined) assert.equal(place, sealed.length - 1);
  }
  for (const text of ['', 'secret', 'v1', 'v1...', `v1.${box.keyId}..`])
    assert.equal(box.open(text, 'here'), undefined);
});

test('a signature counts for its text, its purpose and its key alone', () => {
  const box = createSecretBox(randomBytes(32));
  const signature = box.sign('text', 'purpose');
  assert.ok(box.isSigned('text', 'purpose', signature));
  assert.ok(!box.isSigned('texts', 'purpose', signature));
  assert.ok(!box.isSigned('text', 'purposes', signature));
  assert.ok(!box.isSigned('text', 'purpose', ''));
  assert.ok(!box.isSigned('text', 'purpose', `${signature}AAAA`));
  assert.ok(!createSecretBox(randomBytes(32)).isSigned('text', 'purpose', signature));
});

test('a signature of a former key counts only where that is asked for', () => {
  const [key, former] = [randomBytes(32), randomBytes(32)];
  const box = createSecretBox(key, [former]);
  const signature = createSecretBox(former).sign('text', 'purpose');
  assert.deepEqual(
    [box.isSigned('text', 'purpose', signature), box.wasSigned('text', 'purpose', signature)],
    [false, true],
  );
  assert.ok(box.wasSigned('text', 'purpose', box.sign('text', 'purpose')));
  assert.ok(!box.wasSigned('texts', 'purpose', signature));
  const sealed = createSecretBox(former).seal('text', 'here');
  assert.equal(box.open(sealed, 'here'), undefined);
});

test('the first start makes a key file for its owner alone, and later ones read it', async () => {
  await using folder = await makeTemporaryFolder();
  const made = await openSecretKeys(folder.path);
  assert.deepEqual([made.length, made[0].length], [1, 32]);
  assert.equal((await stat(join(folder.path, 'secret.key'))).mode & 0o777, 0o600);
  assert.deepEqual(await openSecretKeys(folder.path), made);
  assert.deepEqual(readSecretKeys(await readFile(join(folder.path, 'secret.key'), 'utf8')), made);
});

test('a key file that holds no key is refused and left as it is', async () => {
  await using folder = await makeTemporaryFolder();
  const path = join(folder.path, 'secret.key');
  await writeFile(path, 'c2hvcnQ=\n');
  await assert.rejects(openSecretKeys(folder.path), StartRefusedError);
  assert.equal(await readFile(path, 'utf8'), 'c2hvcnQ=\n');
});

test('a database keeps the key that it was first used with', async () => {
  await using testDatabase = await createTestDatabase();
  await using handle = openDatabase({
    connectionString: testDatabase.connectionString,
    max: 1,
    name: 'test',
    onError: () => undefined,
  });
  const box = createSecretBox(randomBytes(32));
  await claimSecretKey(handle.kysely, box);
  await claimSecretKey(handle.kysely, box);
  await assert.rejects(claimSecretKey(handle.kysely, createSecretBox(randomBytes(32))), StartRefusedError);
});
