import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@pimento/client';
import { openExport } from '../src/commands/files/export-content.ts';
import { run } from './command-line.ts';

const folder = await mkdtemp(join(tmpdir(), 'pimento-lost-'));
after(() => rm(folder, { recursive: true }));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // the flag defines this function

/** Starts a service that has no attributes, exports two products, and answers each import with the given report. */
async function startService(report: Record<string, unknown> = {}) {
  const server = createServer((request, response) => {
    void (async () => {
      for await (const _ of request);
      const isExport = request.url?.includes('/export') === true;
      const answer = request.method === 'POST' ? report : { attributes: [] };
      response.end(isExport ? '{"__ID":"a"}\n{"__ID":"b"}\n' : JSON.stringify(answer));
    })();
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port has this type of address
  return Object.assign(server, { url: `http://127.0.0.1:${port}` });
}

for (const format of ['ndjson', 'json', 'csv', 'xlsx'] as const)
  test(`an export as ${format} is complete although garbage is collected before it is read`, async () => {
    await using service = await startService();
    const client = createClient({ baseUrl: service.url, credential: 'key' });
    const { content, count } = await openExport(client, {}, format);
    for (let times = 0; times < 5; times += 1) {
      collectGarbage();
      await nextTurn();
    }
    let bytes = 0;
    for await (const chunk of content) bytes += chunk.length;
    assert.equal(count(), 2);
    assert.ok(bytes > 0);
  });

const report = {
  jobRef: 'job-1',
  status: 'Completed',
  received: 0,
  created: 0,
  updated: 0,
  rejected: 0,
  bytesReceived: 0,
  durationMs: 1,
  warnings: [],
  errors: [],
};

const files = [
  ['a table', 'products.csv', '__ID,color\na,red\nb,blue\n', /^2 products were sent, but the service received 0\./],
  ['JSON', 'products.ndjson', '{"__ID":"a"}\n{"__ID":"b"}\n', /^26 bytes were sent, but the service received 0\./],
] as const;
for (const [kind, name, content, message] of files)
  test(`an import of ${kind} fails if the service reports fewer products than were sent`, async () => {
    const path = join(folder, name);
    await writeFile(path, content);
    await using service = await startService(report);
    const lost = await run(['import', path, '--url', service.url, '--key', 'key']);
    assert.match(lost.stderr, message);
    assert.match(lost.stderr, /Import the file again, which is safe\..*pimento jobs get job-1/);
    assert.equal(lost.code, 2);
    const withKey = ['--url', service.url, '--key', 'key', '--idempotency-key', 'monday'];
    assert.match((await run(['import', path, ...withKey])).stderr, /again with another --idempotency-key, which/);
    const asJson = await run(['import', path, '--url', service.url, '--key', 'key', '--json']);
    assert.equal(JSON.parse(asJson.stderr).code, 'incomplete-import');
  });
