import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { readAllowedRanges } from '../../../src/platform/index.ts';
import { makeTemporaryFolder } from '../../platform/temporary-folder.ts';
import { createTestCaller, startTestService, type TestCaller } from '../../test-service.ts';

const content = '__ID,__NAME\np-1,Pen\n';
const waiting: ServerResponse[] = [];
let isHanging = true;
const host = createServer((_request, response) => {
  if (isHanging) waiting.push(response);
  else response.end(content);
}).listen(0, '127.0.0.1');
await once(host, 'listening');
after(() => {
  host.closeAllConnections();
  host.close();
});
const { port } = host.address() as AddressInfo; // a listening server has a port

const path = (name: string) => `/api/import/v1/sources/${name}`;

async function createSource(caller: TestCaller, name: string): Promise<void> {
  const from = { kind: 'address', url: `http://127.0.0.1:${port}/${name}.csv` };
  const answer = await caller.call('PUT', path(name), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, schedule: { kind: 'every', minutes: 5 } }),
  });
  assert.ok(answer.status < 300, answer.text);
}

/** Returns the runs of a source after the last run and its import have ended. */
async function endedRuns(caller: TestCaller, name: string) {
  for (;;) {
    const { runs } = (await caller.call('GET', `${path(name)}/runs`)).body;
    const [last] = runs;
    if (last && last.status !== 'Running' && last.job?.status !== 'Importing') return runs;
    await sleep(5);
  }
}

test('sources that run when the service stops run at once after its next start, and the stop is no failure', async () => {
  await using folder = await makeTemporaryFolder();
  const assets = {
    address: pathToFileURL(join(folder.path, 'assets')).href,
    maxBytes: 2 ** 20,
    graceMs: 86_400_000,
    concurrency: 1,
    perHost: 1,
    allowed: readAllowedRanges('127.0.0.1') ?? [],
  };
  await using stopped = await startTestService({ assets });
  const caller = await stopped.client('acme');
  await createSource(caller, 'scheduled');
  await createSource(caller, 'requested');
  await caller.call('POST', `${path('requested')}/pause`);
  await sql`
    update import_source set due_at = now()
    where import_source.client_id = 'acme' and import_source.name = 'scheduled'`.execute(stopped.database);
  assert.equal((await caller.call('POST', `${path('requested')}/runs`)).status, 202);
  stopped.importSources.wake();
  while (waiting.length < 2) await sleep(5);
  await stopped.stop();

  isHanging = false;
  await using started = await startTestService({ assets, connectionString: stopped.connectionString });
  const next = createTestCaller(started.baseUrl, caller);
  await started.importSources.drain();
  for (const [name, trigger] of [
    ['scheduled', 'schedule'],
    ['requested', 'request'],
  ] as const) {
    const runs = await endedRuns(next, name);
    assert.deepEqual(
      runs.map((run: { status: string; trigger: string }) => [run.status, run.trigger]),
      [['Imported', trigger]],
      name,
    );
  }
});
