import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type GatewayWorld, startGatewayWorld } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { createRecordedClient, recordAdapter, type RecordedAnswer } from './adapter-recording.ts';
import { publishFor, putOperatorStandard, putStandard } from './shaped-world.ts';

/** The answers that an adapter got from a version of the service that had no data standards. */
const recorded = JSON.parse(
  await readFile(new URL('recorded-adapter.json', import.meta.url), 'utf8'),
) as RecordedAnswer[];

const standard = {
  attributes: [
    { id: 'name', name: 'Name', type: { id: 'string' }, requirement: 'required', defaultFormula: 'title' },
    { id: 'weight', name: 'Weight', type: { id: 'decimal' }, defaultFormula: 'weight' },
    { id: 'image', name: 'Image', type: { id: 'asset' }, defaultFormula: 'PRIMARY_ASSET' },
  ],
};

interface Actors {
  world: GatewayWorld;
  adapter: TestCaller;
  client: TestCaller;
}

async function replay(prepare: (actors: Actors) => Promise<void>): Promise<void> {
  await using world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  const client = await createRecordedClient(world, adapter);
  await prepare({ world, adapter, client });
  await world.service.evaluations.drain();
  assert.deepEqual(await recordAdapter(adapter, client), recorded);
}

test('an adapter without data standards gets the same bytes as ever', () => replay(() => Promise.resolve()));

test('an adapter gets the same bytes as ever while its clients use the data standards of other channels', () =>
  replay(async ({ world, client }) => {
    const other = await world.adapter('other');
    await world.connect(client, other, 'other');
    await putStandard(other, 'other', { ...standard, deliver: 'channel' });
    await publishFor(client, 'other', {});
  }));

test('an adapter gets the same bytes as ever if an operator loads a standard for its channel that delivers the import shape', () =>
  replay(async ({ world, client }) => {
    await putOperatorStandard(world.operator, 'shop', { ...standard, deliver: 'import' });
    await publishFor(client, 'shop', {});
  }));
