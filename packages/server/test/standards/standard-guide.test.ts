import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ask } from '../channels/gateway-world.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/data-standards.md'), 'utf8');
const [standard, mapping] = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']): unknown =>
  JSON.parse(block),
);

let standards: StandardWorld;
before(async () => {
  standards = await startStandardWorld();
});
after(() => standards[Symbol.asyncDispose]());

test('The standard and the mapping of the guide are accepted unchanged, and every required target is mapped.', async () => {
  const answer = await publish(standards.shop, standard);
  assert.deepEqual([answer.counts.attributes, answer.warnings], [5, []]);
  const client = await standards.world.service.client('guide');
  await client.define(['brand', 'price', 'stock_status'].map((id) => ({ id, name: id, type: { id: 'string' } })));
  const path = '/api/channels/v1/channels/shop/mapping';
  await ask(client, 'PUT', path, mapping);
  const check = await ask(client, 'POST', `${path}/check`, {});
  assert.deepEqual([check.problems, check.warnings, check.unmappedRequired], [[], [], []]);
  assert.equal((await ask(client, 'POST', `${path}/publish`, {})).version, 1);
});
