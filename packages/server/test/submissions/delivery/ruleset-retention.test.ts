import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '../../../src/platform/index.ts';
import { startContentRetention } from '../../../src/submissions/index.ts';
import { ask, startGatewayWorld } from '../../channels/gateway-world.ts';
import { publishFor, putStandard } from './shaped-world.ts';

const dayMs = 86_400_000;
const titled = (value: string) => ({ targets: [{ target: 'title', value }] });

test('rulesets are kept while their connection or a submission with content needs them, and numbers never restart', async () => {
  await using world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  const client = await world.service.client('acme');
  await client.importProducts([{ __ID: 'a' }]);
  await world.connect(client, adapter, 'shop');
  await putStandard(adapter, 'shop', { attributes: [{ id: 'title', name: 'Title', type: { id: 'string' } }] });
  const kept = async () => {
    const { rows } = await sql<{ no: number }>`select ruleset_no as no from channel_ruleset order by no`.execute(
      world.service.database,
    );
    return rows.map(({ no }) => no);
  };
  /** Runs the cleanup twice, an hour apart. */
  const cleanIn = async (daysFromNow: number, days: number) => {
    const clock = { ...systemClock, offsetMs: daysFromNow * dayMs, now: () => new Date(Date.now() + clock.offsetMs) };
    const deps = { database: world.service.database, clock, log: pino({ level: 'silent' }) };
    await using retention = startContentRetention({ ...deps, days });
    await retention.drain();
    clock.offsetMs += dayMs / 24;
    await retention.drain();
  };
  const publish = async (value: string) => {
    await publishFor(client, 'shop', titled(value));
    await world.service.evaluations.drain();
  };

  await publish('"one"');
  const path = '/api/submit/v1/channels/shop/products';
  const { submissionId } = await ask(client, 'POST', path, ['a'], 202);
  await publish('"two"');
  await publish('"three"');
  assert.deepEqual(await kept(), [1, 2, 3]);
  await cleanIn(0, 0);
  assert.deepEqual(await kept(), [1, 3], 'even if the content of submissions is kept forever');
  await cleanIn(100, 40);
  assert.deepEqual(await kept(), [1, 3], 'the submission has not ended');
  const page = `/external/submissions/${submissionId}/products?shape=channel`;
  assert.equal((await ask(adapter, 'GET', page)).products[0].values.title, 'one');
  await ask(adapter, 'POST', `/external/submissions/${submissionId}/status`, { status: 'Success' });
  await cleanIn(41, 40);
  await cleanIn(42, 40);
  assert.deepEqual(await kept(), [3]);
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  await cleanIn(50, 40);
  assert.deepEqual(await kept(), [3], 'a client that connects again continues with the next number');
});
