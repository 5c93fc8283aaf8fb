import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';

import { createClientRow, createKey } from '../../src/access/index.ts';
import { collectGarbage } from '../../src/assets/garbage-collection-service.ts';
import {
  clientIdOf,
  createLog,
  type Database,
  openDatabase,
  openObjectStore,
  systemClock,
} from '../../src/platform/index.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import { createTestDatabase } from '../test-database.ts';
import { createTestCaller } from '../test-service.ts';
import { formOf } from './asset-server.ts';
import { type ChildAssets, startChildAssets } from './child-assets.ts';
import { type HostileOrigin, startHostileOrigin } from './hostile-origin.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const downloads = 50;
const uploads = 5;

/** Number of files that the origin sends completely without waiting for the kill. */
const finishedEarly = 20;

/**
 * Serves a file in two parts. Every second file has no Content-Length. For files from index `finishedEarly` on, the second part is sent
 * only after the kill.
 */
const serveSlowly = (origin: HostileOrigin, index: number, file: Uint8Array, killed: Promise<void>) =>
  origin.on(`/f${index}`, (_request, response) => {
    // Files of unknown size are stored while they arrive, all others when they are complete.
    const headers = index % 2 === 0 ? {} : { 'content-length': file.byteLength };
    response.writeHead(200, headers).write(file.subarray(0, 100_000));
    void (index < finishedEarly ? wait(50) : killed).then(() => response.end(file.subarray(100_000)));
  });

/** Counts the READY assets and asserts that the store has the bytes of each. */
async function countReadyAssets(database: Database, objects: string): Promise<number> {
  const { rows } = await sql<{ sha256: string }>`select asset.sha256 from asset where asset.status = 'READY'`.execute(
    database,
  );
  for (const row of rows)
    assert.equal(sha256(await readFile(join(objects, row.sha256))), row.sha256, 'a READY asset has its bytes');
  return rows.length;
}

const uploadAsset = (child: ChildAssets, secret: string, place: number, body: RequestInit['body'], type: string) =>
  fetch(`${child.baseUrl}/api/asset/v1/assets/upload?assetId=upload-${place}`, {
    method: 'POST',
    headers: { authorization: secret, 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit); // the types do not include `duplex` yet

/** Uploads the beginning of a file and never sends the rest. */
function cutUpload(file: Uint8Array<ArrayBuffer>, upload: (body: ReadableStream, type: string) => Promise<Response>) {
  const { body, type } = formOf([{ bytes: file, name: 'x' }]);
  const slow = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(body.subarray(0, 300_000)),
  });
  return upload(slow, type).then(
    () => 'answered',
    () => 'cut',
  );
}

/** Runs the garbage collector as if the grace period were over. */
async function collectEverything(database: Database, address: string): Promise<void> {
  const store = await openObjectStore(address, systemClock);
  await collectGarbage({
    database,
    store,
    clock: systemClock,
    log: createLog('silent'),
    graceMs: -1000,
    isPinned: () => Promise.resolve(false),
  });
}

test('a process that is killed amid 50 downloads and 5 uploads leaves nothing half done: the next one ends them all', async () => {
  await using testDatabase = await createTestDatabase();
  await using folder = await makeTemporaryFolder();
  await using origin = await startHostileOrigin();
  await using handle = openDatabase({
    connectionString: testDatabase.connectionString,
    max: 4,
    name: 'test',
    onError: () => undefined,
  });
  const { kysely: database } = handle;
  await createClientRow(database, { clientId: clientIdOf('acme'), name: 'acme' });
  const keyDeps = { database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
  const key = await createKey(keyDeps, database, { kind: 'client', name: 'test', clientId: clientIdOf('acme') });
  const address = pathToFileURL(join(folder.path, 'assets')).href;
  const start = () => startChildAssets(testDatabase.connectionString, address, join(folder.path, 'spool'));
  const callerOf = (child: ChildAssets) =>
    createTestCaller(child.baseUrl, { clientId: 'acme', keyId: key.keyId, secret: key.secret });

  const files = Array.from({ length: downloads }, (_, place) => new Uint8Array([place, 2, 3, ...randomBytes(200_000)]));
  const { promise: killed, resolve: setKilled } = Promise.withResolvers<void>();
  const urls = files.map((file, index) => serveSlowly(origin, index, file, killed));
  const sent = Array.from({ length: uploads }, (_, place) => new Uint8Array([place, 2, 3, ...randomBytes(600_000)]));
  const products = [...urls, ...sent.map((_, place) => `upload-${place}`)].map((picture, place) => ({
    __ID: `p${place}`,
    picture,
  }));

  const objects = join(folder.path, 'assets/objects/acme');
  const countReady = () => countReadyAssets(database, objects);
  const upload = (child: ChildAssets, place: number, body: RequestInit['body'], type: string) =>
    uploadAsset(child, key.secret, place, body, type);

  const child = await start();
  const first = callerOf(child);
  await first.define([
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  const imported = await first.importProducts(products);
  assert.equal(imported.body.created, downloads + uploads, imported.text);
  const cut = sent.map((file, place) => cutUpload(file, (body, type) => upload(child, place, body, type)));
  const incoming = join(folder.path, 'assets/incoming');
  for (;;) {
    const arriving = await readdir(incoming).catch(() => []);
    if ((await countReady()) >= 5 && arriving.length > uploads) break;
    await wait(5);
  }
  await child.end('SIGKILL');
  setKilled();
  assert.deepEqual(
    await Promise.all(cut),
    sent.map(() => 'cut'),
  );
  const readyThen = await countReady();
  assert.ok(readyThen < downloads, `${readyThen} were ready`);
  assert.ok((await readdir(incoming)).length > 0, 'something was cut off');

  await using next = await start();
  for (const [place, file] of sent.entries()) {
    const { body, type } = formOf([{ bytes: file, name: 'x' }]);
    assert.equal((await upload(next, place, body, type)).status, 200);
  }
  while ((await countReady()) < downloads + uploads) await wait(20);
  const { body } = await callerOf(next).call('GET', '/api/asset/v1/assets?limit=100');
  const hashes = new Map(body.assets.map((asset: { id: string; sha256: string }) => [asset.id, asset.sha256]));
  for (const [place, url] of urls.entries()) assert.equal(hashes.get(url), sha256(files[place] ?? new Uint8Array()));
  for (const [place, file] of sent.entries()) assert.equal(hashes.get(`upload-${place}`), sha256(file));
  await next.end('SIGINT');

  await collectEverything(database, address);
  assert.deepEqual(await readdir(incoming), []);
  assert.equal(await countReady(), downloads + uploads);
});
