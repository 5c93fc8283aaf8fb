import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareFirstRun } from '../src/first-run.ts';
import { systemClock } from '../src/platform/index.ts';
import { makeTemporaryFolder } from './platform/temporary-folder.ts';
import { createTestCaller, startTestService } from './test-service.ts';

test('the first run creates working keys for a client, an operator and an adapter with its channel, once, and resumes after an interruption', async () => {
  await using service = await startTestService();
  await using folder = await makeTemporaryFolder();
  const options = {
    database: service.database,
    clock: systemClock,
    folder: folder.path,
    baseUrl: service.baseUrl,
    operator: { email: 'operator@pimento.local', mustChangePassword: false },
    example: { loadCatalogue: () => Promise.resolve() },
  };
  // simulates an interrupted first run, in which `finish` is not called
  assert.ok(await prepareFirstRun(options));
  const resumed = await prepareFirstRun(options);
  assert.ok(resumed, 'the next start resumes it');
  const created = await resumed.finish();
  assert.deepEqual(JSON.parse(await readFile(join(folder.path, 'first-run.json'), 'utf8')), created);
  assert.equal((await stat(join(folder.path, 'first-run.json'))).mode & 0o777, 0o600);
  assert.equal(await prepareFirstRun(options), undefined);

  assert.ok(created.client && created.adapter && created.channel);
  const client = createTestCaller(service.baseUrl, created.client);
  const { body } = await client.call('GET', '/api/channels/v1/channels');
  assert.deepEqual(
    body.channels.map((channel: { channelId: string; accountFields: { id: string; type: string }[] }) => [
      channel.channelId,
      ...channel.accountFields.map(({ id, type }) => `${id} ${type}`),
    ]),
    [[created.channel.channelId, 'shopUrl string', 'apiToken password']],
  );
  const adapter = createTestCaller(service.baseUrl, { ...created.adapter, clientId: null });
  assert.deepEqual((await adapter.call('GET', '/external/events')).body, { events: [], hasMore: false });
  assert.equal((await adapter.call('GET', '/external/channels')).body.channels[0].channelId, 'example-shop');
});
