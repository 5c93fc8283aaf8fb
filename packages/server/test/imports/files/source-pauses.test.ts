import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { readAllowedRanges } from '../../../src/platform/index.ts';
import { makeTemporaryFolder } from '../../platform/temporary-folder.ts';
import { startTestService } from '../../test-service.ts';
import { createSourceCalls } from './source-calls.ts';

const folder = await makeTemporaryFolder();
const service = await startTestService({
  assets: {
    address: pathToFileURL(join(folder.path, 'assets')).href,
    maxBytes: 2 ** 20,
    graceMs: 86_400_000,
    concurrency: 1,
    perHost: 1,
    allowed: readAllowedRanges('127.0.0.1') ?? [],
  },
});
/** Answers with a file, or with 503 while `isAway` is true. */
const host = { isAway: false };
const server = createServer((_request, response) => {
  if (host.isAway) response.writeHead(503).end();
  else response.end('__ID,__NAME\np-1,Pen\n');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(async () => {
  server.closeAllConnections();
  server.close();
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
const { port } = server.address() as AddressInfo; // a listening server has a port
const address = { from: { kind: 'address', url: `http://127.0.0.1:${port}/prices.csv` } };

test('a requested run of a paused source is repeated after a failure, forced as before, and then reported', async () => {
  const caller = await service.client('paused');
  const sources = createSourceCalls(service, caller);
  host.isAway = false;
  await sources.put('acme', address);
  await sources.due('acme');
  await sources.post('acme', 'pause');
  host.isAway = true;
  const started = Date.now();
  assert.equal((await sources.requested('acme', '?force=true')).status, 'Failed');
  const minutes = (Date.parse((await sources.get('acme')).nextRunAt) - started) / 60_000;
  assert.equal(Math.round(minutes), 1);
  host.isAway = false;
  const repeated = await sources.due('acme');
  assert.deepEqual([repeated.status, repeated.trigger, repeated.job?.unchanged], ['Imported', 'retry', 1]);
  await sources.due('acme');
  assert.equal((await sources.runs('acme')).length, 3, 'a paused source is not due after a success');

  host.isAway = true;
  await sources.requested('acme');
  for (let run = 1; run < 4; run++) await sources.due('acme');
  const [last] = await sources.runs('acme');
  assert.deepEqual([typeof last.jobRef, (await sources.get('acme')).nextRunAt], ['string', null]);
});

test('pausing a source cancels a requested run, also that it is forced', async () => {
  const caller = await service.client('cancelled request');
  const sources = createSourceCalls(service, caller);
  host.isAway = false;
  await sources.put('acme', address);
  await sources.due('acme');
  // requests a run that no worker takes before the pause
  await sql`
    update import_source set asked_at = now(), asked_by = 'user:ada', is_forced = true
    where import_source.client_id = ${caller.clientId}`.execute(service.database);
  await sources.post('acme', 'pause');
  await sources.post('acme', 'resume');
  assert.equal((await sources.due('acme')).status, 'Unchanged');
});
