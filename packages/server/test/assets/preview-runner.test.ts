import assert from 'node:assert/strict';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { startPreviews } from '../../src/assets/preview/preview-runner.ts';
import { DecoderUnavailableError } from '../../src/assets/preview/thumbnail-process-service.ts';
import type { ThumbnailMaker } from '../../src/assets/preview/thumbnail-service.ts';
import {
  createLog,
  openObjectStore,
  PimentoError,
  StoreUnavailableError,
  systemClock,
} from '../../src/platform/index.ts';
import { type AssetServer, startAssetServer } from './asset-server.ts';
import { goodFile } from './hostile-origin.ts';

let server: AssetServer;
before(async () => {
  server = await startAssetServer();
  await server.name('picture');
  const answer = await server.upload('picture', [{ bytes: goodFile, name: 'a.png' }]);
  assert.ok(answer.status < 300, answer.text);
  await server.service.assetRunner.drain();
  // The runners of these tests make the thumbnails, so the runner of the service is stopped.
  await server.service.assetRunner[Symbol.asyncDispose]();
});
after(() => server[Symbol.asyncDispose]());

/** Starts a runner that makes thumbnails with `make`. No thumbnail is due until `makeDue` is called. */
async function start(make: ThumbnailMaker['make']) {
  const store = await openObjectStore(pathToFileURL(server.folder).href, systemClock);
  const thumbnails = { make, [Symbol.asyncDispose]: () => Promise.resolve() };
  const { database } = server.service;
  await sql`update asset set preview_due_at = now() + interval '1 hour'`.execute(database);
  const previews = startPreviews({ database, store, log: createLog('silent'), clock: systemClock, thumbnails });
  await previews.drain();
  return previews;
}

async function makeDue(): Promise<void> {
  await sql`
    update asset
    set preview = 'due', preview_due_at = now()`.execute(server.service.database);
}

async function triesOf(assetId: string): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    select asset.preview_tries as tries
    from asset
    where asset.asset_id = ${assetId} and asset.preview = 'due'`.execute(server.service.database);
  return rows[0]?.tries;
}

test('a missing decoder or store fails the run, and is no attempt at the picture', async () => {
  await sql`update asset set preview_tries = 0`.execute(server.service.database);
  const errors = [new DecoderUnavailableError('no memory'), new StoreUnavailableError('no answer')];
  for (const error of [...errors, ...errors]) {
    await using previews = await start(() => Promise.reject(error));
    await makeDue();
    await assert.rejects(previews.drain(), error);
    assert.equal(await triesOf('picture'), 0);
  }
});

test('a client with too many waiting thumbnails does not fail the run, and this is no attempt at the picture', async () => {
  await sql`update asset set preview_tries = 0`.execute(server.service.database);
  await using previews = await start(() =>
    Promise.reject(new PimentoError(problem('too-many-requests', { kind: 'waiting' }))),
  );
  await makeDue();
  await previews.drain();
  assert.equal(await triesOf('picture'), 0);
});

test('a picture that is abandoned because the service stops is no attempt at the picture', async () => {
  const started = new AbortController();
  const previews = await start(async (_clientId, _bytes, signal) => {
    started.abort();
    if (signal && !signal.aborted) await once(signal, 'abort');
    throw new Error('the service stops');
  });
  await makeDue();
  const begun = once(started.signal, 'abort');
  previews.wake();
  await begun;
  await previews[Symbol.asyncDispose]();
  assert.equal(await triesOf('picture'), 0);
});
