import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { holdFiles, releaseFiles } from '../../../src/assets/index.ts';
import { startFileHold } from '../../../src/backup/file-hold-service.ts';
import { systemClock } from '../../../src/platform/index.ts';
import { type AssetServer, assetPath, startAssetServer } from '../asset-server.ts';

let server: AssetServer;
before(async () => {
  server = await startAssetServer();
});
after(() => server[Symbol.asyncDispose]());

const bytes = () => new Uint8Array(randomBytes(1000));

async function stored(): Promise<string[]> {
  const entries = await readdir(server.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function upload(assetId: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const { body, text } = await server.upload(assetId, [{ bytes: content, name: 'x' }]);
  assert.equal(body.status, 'READY', text);
  return body.sha256;
}

test('bytes go when the last asset that has them is deleted or replaced, and not before', async () => {
  await server.acme.importProducts([
    { __ID: 'one', picture: 'first' },
    { __ID: 'two', picture: 'second' },
  ]);
  const shared = bytes();
  const hash = await upload('first', shared);
  await upload('second', shared);
  await server.acme.importProducts([{ __ID: 'one', picture: null }]);
  assert.equal((await server.acme.call('DELETE', assetPath('first'))).status, 204);
  await server.service.assetRunner.collect();
  assert.deepEqual(await stored(), [hash]);
  const replaced = await upload('second', bytes());
  const { contents } = await server.service.assetRunner.collect();
  assert.equal(contents, 1);
  assert.deepEqual(await stored(), [replaced]);
});

test('while a backup holds the files none goes, and a second backup does not get the hold', async () => {
  const { database, assetRunner } = server.service;
  await server.acme.importProducts([{ __ID: 'held', picture: 'held' }]);
  await upload('held', bytes());
  await upload('held', bytes());
  const all = await stored();
  assert.equal(await holdFiles(database, 'backup', 60), true);
  assert.equal(await holdFiles(database, 'other backup', 60), false);
  assert.equal((await assetRunner.collect()).contents, 0);
  assert.deepEqual(await stored(), all);
  await releaseFiles(database, 'other backup');
  assert.equal((await assetRunner.collect()).contents, 0);
  await releaseFiles(database, 'backup');
  assert.equal((await assetRunner.collect()).contents, 1);
});

test('a hold that expired fails its backup and is not renewed, because files may have been deleted', async () => {
  const { database } = server.service;
  await using hold = await startFileHold(database, systemClock);
  await hold.requireHeld();
  await assert.rejects(startFileHold(database, systemClock), { message: /Another backup .* is running/ });
  // as after a pause of the process for more than two minutes
  await sql`update file_hold set held_until = now() - interval '1 second'`.execute(database);
  await assert.rejects(hold.requireHeld(), { message: /may have deleted files during the backup/ });
  await using _next = await startFileHold(database, systemClock);
  await assert.rejects(hold.requireHeld(), { message: /may have deleted files during the backup/ });
});

test('what an interrupted arrival left behind goes, with thumbnails of nothing', async () => {
  const before = await stored();
  const hash = 'ab'.repeat(32);
  const folder = join(server.folder, 'objects/acme');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, hash), 'x');
  await writeFile(join(folder, `${hash}.small.webp`), 'x');
  const arriving = join(server.folder, 'incoming/5b7c1d3e');
  await writeFile(arriving, 'x');
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const path of [arriving, join(folder, hash), join(folder, `${hash}.small.webp`)])
    await utimes(path, yesterday, yesterday);
  const collected = await server.service.assetRunner.collect();
  assert.equal(collected.swept, 1);
  assert.deepEqual(await stored(), before);
});

test('an asset that was named and forgotten goes, one with content or a reason stays', async () => {
  await server.acme.importProducts([
    { __ID: 'a', picture: 'forgotten' },
    { __ID: 'b', picture: 'http://10.9.8.7/failed' },
    { __ID: 'c', picture: 'filled' },
  ]);
  await upload('filled', bytes());
  await server.service.assetRunner.drain();
  await server.acme.importProducts(['a', 'b', 'c'].map((__ID) => ({ __ID, picture: null })));
  await server.service.assetRunner.collect();
  assert.equal((await server.asset('forgotten')).status, 404);
  assert.equal((await server.asset('http://10.9.8.7/failed')).body.statusCode, 'forbidden-address');
  assert.equal((await server.asset('filled')).body.status, 'READY');
});

test('a manual retry tries a download that was never tried, although no product refers to the asset', async () => {
  const url = 'http://10.9.8.7/unused';
  await server.name(url);
  await server.service.assetRunner.drain();
  await sql`
    update asset
    set status = 'WAITING_FOR_DOWNLOAD', status_code = null, tries = 0, due_at = now() + interval '1 hour'
    where asset.asset_id = ${url}`.execute(server.service.database);
  await sql`delete from asset_use where asset_use.asset_id = ${url}`.execute(server.service.database);
  assert.equal((await server.acme.call('POST', assetPath(url, '/retry'))).status, 200);
  await server.service.assetRunner.drain();
  assert.equal((await server.asset(url)).body.statusCode, 'forbidden-address');
});

test('a failed download that no product refers to goes after seven days, one that a product refers to stays', async () => {
  const [old, recent, used] = ['old', 'recent', 'used'].map((name) => `http://10.9.8.7/${name}`);
  await server.acme.importProducts([
    { __ID: 'old', picture: old },
    { __ID: 'recent', picture: recent },
    { __ID: 'used', picture: used },
  ]);
  await server.service.assetRunner.drain();
  await server.acme.importProducts(['old', 'recent'].map((__ID) => ({ __ID, picture: null })));
  await sql`
    update asset
    set updated_at = now() - case when asset.asset_id = ${recent} then interval '6 days' else interval '8 days' end
    where asset.asset_id = any(${[old, recent, used]}::text[])`.execute(server.service.database);
  const { assets } = await server.service.assetRunner.collect();
  assert.equal(assets, 1);
  assert.equal((await server.asset(String(old))).status, 404);
  assert.equal((await server.asset(String(recent))).body.status, 'FAILED');
  assert.equal((await server.asset(String(used))).body.status, 'FAILED');
});

test('uploads and the collector at work together never leave an asset READY without its bytes', async () => {
  const ids = ['r0', 'r1', 'r2', 'r3'];
  await server.name(...ids);
  const contents = Array.from({ length: 3 }, bytes);
  let isUploading = true;
  const collecting = (async () => {
    while (isUploading) await server.service.assetRunner.collect();
  })();
  await Promise.all(
    ids.map(async (id, place) => {
      for (let round = 0; round < 25; round++) {
        const { status, text } = await server.upload(id, [
          { bytes: contents[(round + place) % 3] ?? bytes(), name: 'x' },
        ]);
        // 503 means that the collector deleted the bytes during the upload, so the sender must retry
        assert.ok(status === 200 || status === 503, text);
      }
    }),
  );
  isUploading = false;
  await collecting;
  for (const id of ids) {
    const { body } = await server.asset(id);
    assert.equal(body.status, 'READY');
    const content = await server.acme.call('GET', assetPath(id, '/content'));
    assert.equal(content.status, 200, id);
  }
});
