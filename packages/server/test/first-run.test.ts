import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareFirstRun } from '../src/first-run.ts';
import { systemClock } from '../src/platform/index.ts';
import { makeTemporaryFolder } from './platform/temporary-folder.ts';
import { createTestCaller, startTestService } from './test-service.ts';

test('the first run makes keys that work for a client, an operator and an adapter with its channel, once, and survives being cut short', async () => {
  await using service = await startTestService();
  await using folder = await makeTemporaryFolder();
  const options = {
    database: service.database,
    clock: systemClock,
    folder: folder.path,
    baseUrl: service.baseUrl,
    load: () => Promise.resolve(),
  };
  // cut short: nobody finishes it
  assert.ok(await prepareFirstRun(options));
  const taken = await prepareFirstRun(options);
  assert.ok(taken, 'the next start takes it up');
  const made = await taken.finish();
  assert.deepEqual(JSON.parse(await readFile(join(folder.path, 'first-run.json'), 'utf8')), made);
  assert.equal((await stat(join(folder.path, 'first-run.json'))).mode & 0o777, 0o600);
  assert.equal(await prepareFirstRun(options), undefined);

  const client = createTestCaller(service.baseUrl, made.client);
  const { body } = await client.call('GET', '/api/channels/v1/channels');
  assert.deepEqual(
    body.channels.map((channel: { channelId: string; accountFields: { id: string; type: string }[] }) => [
      channel.channelId,
      ...channel.accountFields.map(({ id, type }) => `${id} ${type}`),
    ]),
    [[made.channel.channelId, 'shopUrl string', 'apiToken password']],
  );
  const adapter = createTestCaller(service.baseUrl, { ...made.adapter, clientId: null });
  assert.deepEqual((await adapter.call('GET', '/external/events')).body, { events: [], hasMore: false });
  assert.equal((await adapter.call('GET', '/external/channels')).body.channels[0].channelId, 'example-shop');
});
