import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createOutcomeRecorder, type TransferOutcome } from '../../../src/assets/download/download-outcome.ts';
import { DownloadError } from '../../../src/assets/download/download-error.ts';
import type { DownloadRunnerOptions } from '../../../src/assets/download/download-runner-options.ts';
import { clientIdOf, systemClock } from '../../../src/platform/index.ts';
import { startAssetServer } from '../asset-server.ts';
import { goodFile, startHostileOrigin } from '../hostile-origin.ts';

const origin = await startHostileOrigin();
// these time limits are longer than the test, so that no connection is closed because of them
const server = await startAssetServer({ maxBytes: 5_000_000, limits: { idleMs: 60_000, totalMs: 120_000 } });
after(async () => {
  await server[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
});

/** Encodes a header value so that Node.js, which writes headers in Latin-1, sends the UTF-8 bytes of the text. */
const sent = (text: string) => Buffer.from(text).toString('latin1');

test('a redirect to letters other than ASCII is followed by its bytes, relative, absolute or in the query', async () => {
  for (const path of ['/bilder/gr%C3%B6%C3%9Fe-%E5%AE%89.jpg', '/gr%F6sse.jpg', '/query'])
    origin.on(path, (_request, response) => response.writeHead(200).end(goodFile));
  for (const [at, location] of [
    sent('/bilder/größe-安.jpg'),
    sent(`${origin.url}/bilder/größe-安.jpg`),
    'gr\xf6sse.jpg',
    sent('/query?name=größe'),
  ].entries()) {
    const url = origin.on(`/raw${at}`, (_request, response) => response.writeHead(302, { location }).end());
    await server.name(url);
    await server.service.assetRunner.drain();
    assert.equal((await server.asset(url)).body.status, 'READY', location);
  }
});

/**
 * Answers with the beginning of a body that never ends. Returns the URL, and a function that returns true when the connection is closed, or
 * false if it is still open after ten seconds.
 */
function endless(path: string, headers: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const url = origin.on(path, (_request, response) => {
    response.writeHead(200, headers).write('the beginning');
    resolve(response);
  });
  const closed = promise.then((response) => (response.closed ? [] : once(response, 'close'))).then(() => true);
  return { url, isClosed: () => Promise.race([closed, sleep(10_000, false, { ref: false })]) };
}

test('the connection of a body that is not read is closed, for a download as for an import source', async () => {
  const encoded = endless('/compressed', { 'content-encoding': 'compress' });
  await server.name(encoded.url);
  await server.service.assetRunner.drain();
  assert.equal((await server.asset(encoded.url)).body.statusCode, 'unsupported-encoding');
  assert.ok(await encoded.isClosed());

  const large = endless('/large.csv', { 'content-length': '5000000000' });
  const path = '/api/import/v1/sources/large';
  const source = { from: { kind: 'address', url: large.url }, schedule: { kind: 'request' } };
  const put = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(source) };
  assert.equal((await server.acme.call('PUT', path, put)).status, 200);
  assert.equal((await server.acme.call('POST', `${path}/runs`)).status, 202);
  await server.service.importSources.drain();
  const { body } = await server.acme.call('GET', `${path}/runs`);
  assert.equal(body.runs[0].fault.code, 'body-too-large');
  assert.ok(await large.isClosed());
});

test('a client with a thousand hosts that wait for their next try delays no client behind it', async () => {
  await sql`
    insert into asset (client_id, asset_id, url, host, origin, status, name, due_at)
    select
      'acme', 'http://h' || number || '.test/a', 'http://h' || number || '.test/a', 'h' || number || '.test',
      'download', 'WAITING_FOR_DOWNLOAD', 'a', now() + interval '1 day'
    from generate_series(1, 1200) as number`.execute(server.service.database);
  const url = origin.on('/behind.png', (_request, response) => response.end(goodFile));
  await server.other.importProducts([{ __ID: 'behind', picture: url }]);
  await server.service.assetRunner.drain();
  const { body } = await server.other.call('GET', `/api/asset/v1/assets/${encodeURIComponent(url)}`);
  assert.equal(body.status, 'READY');
});

test('a failure is recorded with its own code, also if it could not be recorded at once', async () => {
  const { database } = server.service;
  const owner = systemClock.randomId();
  // a sequence is not rolled back, so the trigger fails only once
  await sql`create sequence recordings`.execute(database);
  await sql`
    create function fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('recordings') = 1 then raise 'not now'; end if;
        return new;
      end
    $$`.execute(database);
  await sql`
    create trigger fail_once before update on asset for each row
    when (new.status_code = 'http-418') execute function fail_once()`.execute(database);
  const options = { database, clock: systemClock, log: pino({ level: 'silent' }), owner, waits: [60_000] };
  const record = createOutcomeRecorder(options as unknown as DownloadRunnerOptions); // recording a failure needs no other options
  const recorded = async (assetId: string, outcome: TransferOutcome) => {
    await sql`
      insert into asset (client_id, asset_id, url, host, origin, status, name, owner, heartbeat_at, tries)
      values ('acme', ${assetId}, 'http://x.test/', 'x.test', 'download', 'DOWNLOADING', 'x', ${owner}::uuid, now(), 1)`.execute(
      database,
    );
    const claim = { clientId: clientIdOf('acme'), assetId, url: 'http://x.test/', host: 'x.test', tries: 1 };
    await record({ ...claim, etag: null, lastModified: null, sha256: null, isIdle: false }, outcome);
    const { status, statusCode } = (await server.asset(assetId)).body;
    return [status, statusCode];
  };
  const failure = new DownloadError('http-418', 'x.test answered with status 418.', { isFinal: true });
  assert.deepEqual(await recorded('failed', { kind: 'failed', failure }), ['FAILED', 'http-418']);
  const broken = await recorded('broken', { kind: 'broken', error: new TypeError('a bug') });
  assert.deepEqual(broken, ['WAITING_FOR_DOWNLOAD', 'internal-error']);
});
