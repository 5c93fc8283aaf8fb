import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { channelIdOf, clientIdOf, transaction } from '../../src/platform/index.ts';
import { lockClientEvaluations } from '../../src/readiness/evaluations/change-store.ts';
import { listChannels } from '../../src/readiness/evaluations/evaluation-service.ts';
import { renewEvaluations } from '../../src/readiness/evaluations/requested-evaluation-service.ts';
import { listStale } from '../../src/readiness/gate/stale-product-views.ts';
import { RulesetCache } from '../../src/readiness/rulesets/ruleset-cache.ts';
import { refreshRuleset } from '../../src/readiness/rulesets/ruleset-service.ts';
import { StandardCache } from '../../src/readiness/rulesets/standard-cache.ts';
import { dequeueRulesetChanges } from '../../src/readiness/rulesets/ruleset-store.ts';
import type { GatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { gatedMapping, publishOver, startGatedScene } from './gated-world.ts';

let world: GatewayWorld;
let client: TestCaller;

before(async () => {
  ({ world, client } = await startGatedScene('pass'));
  await client.importProducts([
    { __ID: 'a', title: 'A' },
    { __ID: 'b', title: 'B' },
  ]);
  await world.service.evaluations.drain();
});
after(() => world[Symbol.asyncDispose]());

test('a product that is evaluated for a submit is current before the pass has reached it, also if its result is the same', async () => {
  const clientId = clientIdOf(client.clientId);
  const key = { clientId, channelId: channelIdOf('shop') };
  await transaction(world.service.database, async (opened) => {
    // The lock on the client prevents the background work from starting its pass.
    await lockClientEvaluations(opened, clientId);
    await publishOver(client, { ...gatedMapping, targets: [{ target: 'title', value: 'default(title, title)' }] });
    const stale = () => listStale(opened, key, sql`true`, { after: '', max: 10 });
    for (const channelId of await dequeueRulesetChanges(opened, clientId))
      await refreshRuleset(opened, { clientId, channelId }, { standards: new StandardCache(), now: new Date() });
    assert.deepEqual(await stale(), ['a', 'b']);
    await renewEvaluations(opened, clientId, await listChannels(opened, clientId, new RulesetCache()), ['a']);
    assert.deepEqual(await stale(), ['b']);
  });
  await world.service.evaluations.drain();
});
