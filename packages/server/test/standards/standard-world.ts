import assert from 'node:assert/strict';
import { type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestAnswer, TestCaller } from '../test-service.ts';
import { exampleStandard } from './example-standard.ts';

/** A service with two adapters. Each adapter has one channel, which has the same id as the adapter. */
export interface StandardWorld extends AsyncDisposable {
  world: GatewayWorld;
  shop: TestCaller;
  other: TestCaller;
}

export async function startStandardWorld(): Promise<StandardWorld> {
  const world = await startGatewayWorld();
  const shop = await world.adapter('shop');
  const other = await world.adapter('other');
  return { world, shop, other, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

export const ofShop = '/external/channels/shop/standard';

const types = { json: 'application/json', ndjson: 'application/x-ndjson' };

export function putStandard(
  caller: TestCaller,
  standard: unknown = exampleStandard(),
  { path = ofShop, query = '', type = 'json' }: { path?: string; query?: string; type?: keyof typeof types } = {},
): Promise<TestAnswer> {
  const body = typeof standard === 'string' ? standard : JSON.stringify(standard);
  return caller.call('PUT', path + query, { headers: { 'content-type': types[type] }, body });
}

/** Sends a data standard that must be accepted, and returns the answer. */
export async function publish(...given: Parameters<typeof putStandard>): Promise<TestAnswer['body']> {
  const answer = await putStandard(...given);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
