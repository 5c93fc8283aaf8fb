import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask, send } from '../channels/gateway-world.ts';
import { exampleLines, exampleStandard } from './example-standard.ts';
import { ofShop, publish, putStandard, type StandardWorld, startStandardWorld } from './standard-world.ts';

let standards: StandardWorld;
before(async () => {
  standards = await startStandardWorld();
});
after(() => standards[Symbol.asyncDispose]());

/** Creates a separate channel for a test, so that tests do not share versions. */
async function channel(channelId: string) {
  const body = { channelId, adapterId: 'shop', name: channelId };
  await ask(standards.world.operator, 'POST', '/console/channels', body, 201);
  return { path: `/external/channels/${channelId}/standard` };
}

test('A published standard is returned as it was sent, and equal content creates no version.', async () => {
  const { shop } = standards;
  const at = await channel('same');
  const first = await publish(shop, exampleStandard(), at);
  assert.deepEqual(
    { version: first.version, outcome: first.outcome, counts: first.counts, changes: first.changes },
    {
      version: 1,
      outcome: 'created',
      counts: { attributes: 15, categories: 4, valueLists: 1, values: 3, rules: 3 },
      changes: null,
    },
  );
  assert.deepEqual(await ask(shop, 'GET', at.path), exampleStandard());
  const again = await publish(shop, exampleStandard(), at);
  assert.deepEqual([again.version, again.outcome], [1, 'unchanged']);
  const asLines = await publish(shop, exampleLines(), { ...at, type: 'ndjson' });
  assert.deepEqual([asLines.version, asLines.outcome], [1, 'unchanged']);
  const lines = await shop.call('GET', `${at.path}?format=ndjson`);
  assert.equal(lines.headers.get('content-type'), 'application/x-ndjson');
  const back = await publish(shop, lines.text, { ...at, type: 'ndjson' });
  assert.equal(back.outcome, 'unchanged');
});

test('A version that removes more than half of the targets is accepted with a warning.', async () => {
  const { shop } = standards;
  const at = await channel('emptied');
  await publish(shop, exampleStandard(), at);
  const { attributes, ...head } = exampleStandard();
  const few = { ...head, attributes: attributes.slice(0, 7), categories: [], rules: [], primaryAttributes: {} };
  const lessThanHalf = { ...few, attributes: attributes.filter(({ id }) => id !== 'size') };
  const dryRun = { ...at, query: '?dryRun=true' };
  assert.deepEqual((await publish(shop, { ...lessThanHalf, categories: [] }, dryRun)).warnings, []);
  const answer = await publish(shop, { ...few, attributes: [] }, at);
  assert.deepEqual(answer.warnings, [
    {
      code: 'many-targets-removed',
      message: '15 of 15 targets of the previous version no longer exist; mapping entries for them have no effect',
      params: { removed: 15, before: 15 },
      path: '/attributes',
    },
  ]);
});

test('Categories that lose their attributes are no removed targets.', async () => {
  const { shop } = standards;
  const at = await channel('unlinked');
  const { attributes, ...standard } = exampleStandard();
  const before = { ...standard, attributes: attributes.filter(({ id }) => id !== 'size') };
  const linked = Array.from({ length: 10 }, (_, at) => ({
    id: `c${at}`,
    name: `C${at}`,
    parentId: null,
    leaf: true,
    attributeLinks: [{ id: 'brand' }],
  }));
  await publish(shop, { ...before, categories: linked }, at);
  const unlinked = linked.map(({ attributeLinks: _, ...category }) => category);
  const answer = await publish(shop, { ...before, categories: unlinked }, at);
  assert.deepEqual([answer.changes, answer.warnings], [{ harmless: 0, idle: 10, warning: 0, breaking: 0 }, []]);
});

test('The samples of a version begin with its breaking changes, also after more than a hundred new values.', async () => {
  const { shop } = standards;
  const at = await channel('sampled');
  const standard = exampleStandard();
  await publish(shop, standard, at);
  const added = Array.from({ length: 120 }, (_, at) => ({ value: `a${at}` }));
  const kept = [{ value: 'in_stock' }, { value: 'out_of_stock' }];
  Object.assign(standard.valueLists[0] ?? {}, { values: [...added, ...kept] });
  const { changes, samples } = await publish(shop, standard, at);
  assert.deepEqual([changes.breaking, samples.length], [1, 100]);
  assert.deepEqual([samples[0].id, samples[0].change], ['preorder', 'removed']);
});

test('A new version writes only the changed items, and the old version stays readable.', async () => {
  const { shop, world } = standards;
  const at = await channel('versions');
  await publish(shop, exampleStandard(), at);
  const changed = exampleStandard();
  changed.attributes.splice(2, 0, { id: 'subtitle', name: 'Subtitle', type: { id: 'string' } });
  Object.assign(changed.attributes[1] ?? {}, { restriction: { parameters: { maxLength: 100 } } });
  Object.assign(changed.valueLists[0] ?? {}, {
    values: [{ value: 'in_stock' }, { value: 'sold' }, { value: 'preorder', label: 'Preorder' }],
  });
  const answer = await publish(shop, changed, at);
  assert.equal(answer.version, 2);
  assert.deepEqual(answer.changes, { harmless: 3, idle: 0, warning: 0, breaking: 2 });
  assert.deepEqual(answer.samples.slice(0, 2), [
    { kind: 'attribute', id: 'title', change: 'changed', class: 'breaking', members: ['restriction'] },
    { kind: 'value', id: 'out_of_stock', listId: 'availability', change: 'removed', class: 'breaking' },
  ]);
  assert.deepEqual(await ask(shop, 'GET', `${at.path}?version=1`), exampleStandard());
  assert.deepEqual(await ask(shop, 'GET', at.path), changed);
  const { rows } = await sql<{ items: number; values: number }>`
    select
      (select count(*)::integer from standard_item where channel_id = 'versions' and first_version = 2) as items,
      (select count(*)::integer from standard_value where channel_id = 'versions' and first_version = 2) as values`.execute(
    world.service.database,
  );
  assert.deepEqual(rows[0], { items: 2, values: 2 });
});

test('Items in another order are returned in the new order, and the old version keeps its order.', async () => {
  const { shop } = standards;
  const at = await channel('order');
  await publish(shop, exampleStandard(), at);
  const turned = exampleStandard();
  turned.attributes.reverse();
  turned.rules.reverse();
  const answer = await publish(shop, turned, at);
  assert.equal(answer.version, 2);
  assert.deepEqual(await ask(shop, 'GET', at.path), turned);
  assert.deepEqual(await ask(shop, 'GET', `${at.path}?version=1`), exampleStandard());
});

test('A dry run compares and stores nothing.', async () => {
  const { shop } = standards;
  const at = await channel('dry');
  await publish(shop, exampleStandard(), at);
  const changed = { ...exampleStandard(), name: 'Another name' };
  const answer = await publish(shop, changed, { ...at, query: '?dryRun=true' });
  assert.deepEqual([answer.version, answer.outcome, answer.changes.harmless], [2, 'created', 1]);
  assert.equal((await ask(shop, 'GET', at.path)).name, exampleStandard().name);
  assert.equal((await ask(shop, 'GET', `${at.path}/versions`)).versions.length, 1);
});

test('A refused standard lists all problems with their places and stores nothing.', async () => {
  const { shop } = standards;
  const at = await channel('refused');
  const bad = exampleStandard();
  bad.attributes.push({ id: 'a', name: 'A', type: { id: 'string' }, units: ['furlongish'] });
  bad.rules.push({ id: 'r', require: ['nothing'] });
  const answer = await putStandard(shop, bad, at);
  assert.equal(answer.status, 422);
  assert.equal(answer.body.code, 'invalid-standard');
  assert.deepEqual(
    answer.body.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`),
    ['unknown-unit /attributes/15/units/0', 'unknown-target /rules/3/require/0'],
  );
  const lines = await putStandard(shop, exampleLines(bad), { ...at, type: 'ndjson' });
  assert.deepEqual(
    lines.body.errors.map(({ code, line }: { code: string; line: number }) => `${code} ${line}`),
    ['unknown-unit 21', 'unknown-target 29'],
  );
  assert.equal((await send(shop, 'GET', at.path)).body.code, 'unknown-standard');
});

test('What is not JSON, has another type or is too large is refused.', async () => {
  const { shop } = standards;
  const at = await channel('broken');
  const malformed = await putStandard(shop, '{"format": nope}', at);
  assert.deepEqual([malformed.status, malformed.body.code, malformed.body.line], [400, 'malformed-json', 1]);
  const csv = await shop.call('PUT', at.path, { headers: { 'content-type': 'text/csv' }, body: 'a,b' });
  assert.deepEqual([csv.status, csv.body.code], [415, 'unsupported-content-type']);
  const deep = await putStandard(shop, `${'['.repeat(5000)}${']'.repeat(5000)}`, at);
  assert.deepEqual([deep.status, deep.body.code], [400, 'invalid-body']);
});

test('An adapter publishes to its own channels only.', async () => {
  const { other, world } = standards;
  assert.equal((await putStandard(other)).body.code, 'unknown-channel');
  assert.equal((await send(other, 'GET', ofShop)).body.code, 'unknown-channel');
  assert.equal((await send(other, 'GET', `${ofShop}/versions`)).body.code, 'unknown-channel');
  assert.equal((await send(other, 'POST', `${ofShop}/versions/1/withdraw`)).body.code, 'unknown-channel');
  const client = await world.service.client('publisher');
  assert.equal((await putStandard(client)).status, 403);
});

test('An adapter does not replace a version of an operator unless it names it.', async () => {
  const { shop, world } = standards;
  const at = await channel('operated');
  await publish(shop, exampleStandard(), at);
  const byOperator = { ...exampleStandard(), release: 'by the operator' };
  const path = '/console/channels/operated/standard';
  assert.equal((await publish(world.operator, byOperator, { path })).version, 2);
  const refused = await putStandard(shop, exampleStandard(), at);
  assert.deepEqual([refused.status, refused.body.code, refused.body.stored.version], [409, 'changed-meanwhile', 2]);
  assert.equal((await publish(shop, byOperator, at)).outcome, 'unchanged');
  assert.equal((await publish(shop, exampleStandard(), { ...at, query: '?expectedVersion=2' })).version, 3);
  const late = await putStandard(shop, byOperator, { ...at, query: '?expectedVersion=2' });
  assert.equal(late.body.code, 'changed-meanwhile');
});

test('Of two publishers at once both become versions, one after the other.', async () => {
  const { shop } = standards;
  const at = await channel('racing');
  await publish(shop, exampleStandard(), at);
  const named = (name: string) => ({ ...exampleStandard(), name });
  const [a, b] = await Promise.all([publish(shop, named('A'), at), publish(shop, named('B'), at)]);
  assert.deepEqual(new Set([a.version, b.version]), new Set([2, 3]));
  const current = await ask(shop, 'GET', at.path);
  assert.equal(current.name, a.version === 3 ? 'A' : 'B');
  const expecting = (name: string) => putStandard(shop, named(name), { ...at, query: '?expectedVersion=3' });
  const answers = await Promise.all([expecting('C'), expecting('D')]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
});

test('Withdrawing a version makes the content before it current again, and cannot be undone by withdrawing.', async () => {
  const { shop } = standards;
  const at = await channel('withdrawn');
  await publish(shop, exampleStandard(), at);
  assert.equal((await send(shop, 'POST', `${at.path}/versions/1/withdraw`)).body.code, 'not-possible-now');
  const changed = exampleStandard();
  changed.attributes.pop();
  changed.categories.splice(1, 1, { id: '166', name: 'Apparel', parentId: 'root' });
  await publish(shop, changed, at);
  const answer = await ask(shop, 'POST', `${at.path}/versions/2/withdraw`);
  assert.deepEqual([answer.version, answer.state], [3, 'current']);
  assert.deepEqual(await ask(shop, 'GET', at.path), exampleStandard());
  const { versions } = await ask(shop, 'GET', `${at.path}/versions`);
  assert.deepEqual(
    versions.map(({ version, state }: { version: number; state: string }) => `${version} ${state}`),
    ['3 current', '2 withdrawn', '1 past'],
  );
  assert.equal((await publish(shop, exampleStandard(), at)).outcome, 'unchanged');
  assert.equal((await send(shop, 'POST', `${at.path}/versions/3/withdraw`)).body.code, 'not-possible-now');
  assert.equal((await send(shop, 'POST', `${at.path}/versions/9/withdraw`)).body.code, 'unknown-standard');
});

test('Deleting a channel deletes its data standard and the mappings to it.', async () => {
  const { shop, world } = standards;
  const at = await channel('deleted');
  await publish(shop, exampleStandard(), at);
  const client = await world.service.client('deleting');
  const mapping = { format: 'pimento-mapping/1', maps: { colors: { entries: { navy: 'Blue' } } } };
  await ask(client, 'PUT', '/api/channels/v1/channels/deleted/mapping', mapping);
  await ask(world.operator, 'DELETE', '/console/channels/deleted', undefined, 204);
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from standard_item where channel_id = 'deleted')
      + (select count(*) from standard_value where channel_id = 'deleted')
      + (select count(*) from channel_standard where channel_id = 'deleted')
      + (select count(*) from mapping_value where channel_id = 'deleted') as rows`.execute(world.service.database);
  assert.equal(Number(rows[0]?.rows), 0);
});
