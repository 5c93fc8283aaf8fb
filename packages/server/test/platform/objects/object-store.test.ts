import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  ObjectMissingError,
  type ObjectStore,
  openObjectStore,
  StartRefusedError,
  systemClock,
} from '../../../src/platform/index.ts';
import { startS3Server } from '../../assets/s3-server.ts';

async function openFolder(): Promise<AsyncDisposable & { address: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-store-'));
  return { address: pathToFileURL(folder).href, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function* cutOff() {
  yield Buffer.alloc(7_000_000, 1);
  throw new Error('the sender is gone');
}

const keyOf = (sha256: string) => `acme/${sha256.slice(0, 2)}/${sha256}`;

const places = [
  ['a folder', openFolder],
  ['a bucket', startS3Server],
] as const;

for (const [name, open] of places) {
  describe(`${name} as a store`, () => {
    let place: AsyncDisposable & { address: string };
    let store: ObjectStore;
    before(async () => {
      place = await open();
      store = await openObjectStore(place.address, systemClock);
    });
    after(async () => {
      await store[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    test('keeps a stream under the hash of its bytes, and gives it back whole or in part', async () => {
      for (const size of [0, 1, 70_000, 12_345_678]) {
        const bytes = randomBytes(size);
        const { makeDurable, ...put } = await store.put(pieces(bytes, 65_536), keyOf);
        await makeDurable();
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        assert.deepEqual(put, { key: keyOf(sha256), sha256, size });
        assert.ok((await buffer(await store.get(put.key))).equals(bytes), String(size));
        assert.equal((await store.head(put.key))?.size, size);
        if (size < 100) continue;
        const part = await buffer(await store.get(put.key, { start: 10, end: 99 }));
        assert.ok(part.equals(bytes.subarray(10, 100)));
      }
    });

    test('has equal bytes once, lists by prefix and forgets what is deleted', async () => {
      // some stores round modification times to whole seconds
      const before = Date.now() - 1_000;
      const bytes = randomBytes(1000);
      const first = await store.put(pieces(bytes, 100), (sha256) => `list/${sha256}`);
      await store.put(pieces(bytes, 333), (sha256) => `list/${sha256}`);
      await store.put(pieces(bytes, 333), (sha256) => `list/sub/${sha256}`);
      const keys = [];
      for await (const { key, size, modifiedAt } of store.list('list/')) {
        keys.push(key);
        assert.equal(size, 1000);
        assert.ok(modifiedAt.getTime() >= before && modifiedAt.getTime() <= Date.now() + 1_000);
      }
      assert.deepEqual(keys.sort(), [first.key, first.key.replace('list/', 'list/sub/')].sort());
      const folders = [];
      for await (const folder of store.folders()) folders.push(folder);
      assert.ok(folders.includes('list') && new Set(folders).size === folders.length, folders.join());
      await store.delete(first.key);
      await store.delete(first.key);
      assert.equal(await store.head(first.key), undefined);
      await assert.rejects(store.get(first.key), ObjectMissingError);
    });

    test('keeps nothing of a stream that breaks off', async () => {
      await assert.rejects(
        store.put(cutOff(), () => 'cut/off'),
        /the sender is gone/,
      );
      assert.equal(await store.head('cut/off'), undefined);
      const future = new Date(Date.now() + 3_600_000);
      assert.equal(await store.sweep(future), 0);
    });

    test('takes no key that leads out of it', async () => {
      for (const key of ['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.hidden', 'a/.', 'a\u0000b']) {
        await assert.rejects(store.get(key), /not a key/, key);
        await assert.rejects(store.head(key), /not a key/, key);
        await assert.rejects(store.delete(key), /not a key/, key);
        await assert.rejects(
          store.put(pieces(randomBytes(10), 10), () => key),
          /not a key/,
          key,
        );
      }
    });
  });
}

for (const [name, open] of places) {
  test(`${name} keeps a whole buffer under the hash of its bytes, and nothing if the key is invalid`, async () => {
    await using place = await open();
    await using store = await openObjectStore(place.address, systemClock);
    for (const size of [0, 1, 1_234_567]) {
      const bytes = randomBytes(size);
      const { makeDurable, ...put } = await store.putBytes(bytes, keyOf);
      await makeDurable();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      assert.deepEqual(put, { key: keyOf(sha256), sha256, size });
      assert.ok((await buffer(await store.get(put.key))).equals(bytes), String(size));
    }
    await assert.rejects(
      store.putBytes(randomBytes(10), () => '../x'),
      /not a key/,
    );
    assert.equal(await store.sweep(new Date(Date.now() + 3_600_000)), 0);
  });
}

test('an address that names no store is refused in one sentence', async () => {
  for (const address of ['nonsense', 'http://x/y', 's3://', 's3://key:secret@bucket/']) {
    await assert.rejects(openObjectStore(address, systemClock), StartRefusedError);
  }
});
