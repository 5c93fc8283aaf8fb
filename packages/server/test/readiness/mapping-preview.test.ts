import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { channelIdOf, clientIdOf } from '../../src/platform/index.ts';
import { countCoverage } from '../../src/readiness/drafts/coverage-service.ts';
import { previewMapping } from '../../src/readiness/drafts/preview-service.ts';
import { type DraftChange, DraftRulesets } from '../../src/readiness/rulesets/draft-ruleset-service.ts';
import { RulesetCache } from '../../src/readiness/rulesets/ruleset-cache.ts';
import { countRefusedValues } from '../../src/readiness/reports/refused-value-views.ts';
import type { TestCaller } from '../test-service.ts';
import { publishStandard } from './readiness-world.ts';

const text = { id: 'string' as const };
const mapping = '/api/channels/v1/channels/shop/mapping';
const format = 'pimento-mapping/1';
let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

const standardWith = (color: object) => ({
  attributes: [
    {
      id: 'title',
      name: 'Title',
      type: text,
      requirement: 'required' as const,
      restriction: { parameters: { maxLength: 5 } },
    },
    { id: 'color', name: 'Color', type: text, ...color },
  ],
});

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  client = await world.service.client('preview');
  await client.define([
    { id: 'title', name: 'title', type: text },
    { id: 'color', name: 'color', type: text },
  ]);
  await publishStandard(adapter, 'shop', standardWith({}));
  await world.connect(client, adapter, 'shop');
  await client.importProducts([
    { __ID: 'a', title: 'A', color: 'red' },
    { __ID: 'b', title: 'B' },
    { __ID: 'c', title: 'longer' },
    { __ID: 'd' },
  ]);
});
after(() => world[Symbol.asyncDispose]());

interface Previewed {
  productId: string;
  before?: { outcome: string };
  after: { outcome: string };
  targets: { target: string; before?: unknown; after?: unknown; isChanged: boolean; problems: { code: string }[] }[];
}
interface CategoryPreviewed {
  after: { categoryId: string | null; categoryReason: { from: string; rule: { number: number } | null } | null };
  targets: unknown[];
}
const preview = async (body: object): Promise<Previewed[]> => {
  const answer = await ask(client, 'POST', `${mapping}/preview`, body);
  assert.equal(answer.isComplete, true);
  return answer.products;
};
const outcomesOf = (products: Previewed[]) =>
  products.map((one) => [one.productId, one.before?.outcome, one.after.outcome]);

test('without a draft nothing is mapped, and without a published mapping there is no former outcome', async () => {
  assert.deepEqual(outcomesOf(await preview({ limit: 2 })), [
    ['a', undefined, 'incomplete'],
    ['b', undefined, 'incomplete'],
  ]);
  const trial = await send(client, 'POST', `${mapping}/trials`);
  assert.deepEqual([trial.status, trial.body.code], [404, 'unknown-mapping']);
});

test('a formula that is not valid is explained in a sentence, and each sentence has a full stop', async () => {
  const messagesOf = async (value: string): Promise<string[]> => {
    const body = { limit: 1, mapping: { format, targets: [{ target: 'color', value }] } };
    const { products } = await ask(client, 'POST', `${mapping}/preview`, body);
    const { problems } = products[0].targets.find(({ target }: { target: string }) => target === 'color');
    return problems.map(({ message }: { message: string }) => message);
  };
  assert.deepEqual(await messagesOf('repeat(color, 3)'), [
    '"Color": the formula is not valid (line 1, column 1): There is no function "repeat".',
  ]);
  assert.deepEqual(await messagesOf(`${'('.repeat(40)}1${')'.repeat(40)}`), [
    '"Color": the formula is not valid (line 1, column 34): The formula is nested more than 32 levels deep.',
  ]);
  const [decimal] = await messagesOf('number("NaN")');
  assert.match(decimal ?? '', /the value "NaN" is not a decimal number such as 12 or -0\.5\.$/);
});

test('a preview shows each target before and after, failing products included, and stores nothing', async () => {
  const published = { format, targets: [{ target: 'title', value: 'title' }] };
  await ask(client, 'PUT', mapping, published);
  await ask(client, 'POST', `${mapping}/publish`, {});
  await world.service.evaluations.drain();
  const draft = {
    format,
    targets: [
      { target: 'title', value: 'upper(title)' },
      { target: 'color', value: 'color' },
    ],
  };
  await ask(client, 'PUT', mapping, draft);
  const products = await preview({ limit: 2 });
  assert.deepEqual(outcomesOf(products), [
    ['a', 'ready', 'ready'],
    ['d', 'incomplete', 'incomplete'],
  ]);
  assert.deepEqual(products[0]?.targets, [
    { target: 'title', name: 'Title', before: 'A', after: 'A', isChanged: false, problems: [] },
    { target: 'color', name: 'Color', after: 'red', isChanged: true, problems: [] },
  ]);
  assert.deepEqual(
    products[1]?.targets.map(({ target, problems }) => [target, problems[0]?.code]),
    [['title', 'required-missing']],
  );
  const [, failing] = await preview({
    target: 'title',
    limit: 2,
    entries: [{ target: 'title', value: 'left(title, 5)' }],
  });
  assert.equal(failing?.productId, 'c', 'half of the products have problems of the target');
  assert.deepEqual(failing.targets, [
    { target: 'title', name: 'Title', before: 'longer', after: 'longe', isChanged: true, problems: [] },
  ]);
  assert.deepEqual((await ask(client, 'GET', mapping)).mapping.targets, draft.targets);
});

test('the coverage of a draft counts the products with a value for each target, and follows the draft', async () => {
  const coverage = () => ask(client, 'GET', `${mapping}/coverage`);
  const counts = async () => {
    const { products, isSampled, targets } = await coverage();
    return [products, isSampled, ...targets.map((one: Record<string, unknown>) => Object.values(one).join(' '))];
  };
  assert.deepEqual(await counts(), [4, false, 'title 4 3', 'color 4 1']);
  const { mapping: draft } = await ask(client, 'GET', mapping);
  const changed = [{ target: 'color', value: 'default(color, "none")' }];
  await ask(client, 'PUT', `${mapping}/targets/color`, { entries: changed });
  assert.deepEqual(await counts(), [4, false, 'title 4 3', 'color 4 4']);
  await ask(client, 'PUT', mapping, draft);
  assert.deepEqual(await counts(), [4, false, 'title 4 3', 'color 4 1']);
  assert.equal((await send(client, 'GET', '/api/channels/v1/channels/none/mapping/coverage')).status, 404);
});

test('a coverage whose time ends is a sample of at least one product', async () => {
  const key = { clientId: clientIdOf(client.clientId), channelId: channelIdOf('shop') };
  const drafts = new DraftRulesets(new RulesetCache().standards);
  const counted = await countCoverage({ database: world.service.database, drafts, now: () => new Date() }, key, 0);
  assert.deepEqual([counted?.products, counted?.isSampled], [1, true]);
  assert.deepEqual(
    counted?.targets.map(({ target, applies }) => [target, applies]),
    [
      ['title', 1],
      ['color', 1],
    ],
  );
});

test('a preview of a kept draft follows changes of entries, maps, definitions and the standard', async () => {
  const colors = async (body: object = {}) =>
    (await preview({ productIds: ['a'], target: 'color', ...body })).flatMap(({ targets }) =>
      targets.map(({ after }) => after),
    );
  const { mapping: draft } = await ask(client, 'GET', mapping);
  const mapped = { target: 'color', value: 'color', map: 'colors' };
  await ask(client, 'PUT', mapping, { ...draft, targets: [mapped], maps: { colors: { entries: { red: 'Red' } } } });
  assert.deepEqual(await colors(), ['Red']);
  assert.deepEqual(await colors({ entries: [{ ...mapped, value: 'upper(color)' }] }), ['RED']);
  assert.deepEqual(await colors({ entries: [{ target: 'color', value: 'join("-", title, color)' }] }), ['A-red']);
  assert.deepEqual(await colors(), ['Red']);
  await ask(client, 'PATCH', `${mapping}/maps/colors`, { entries: { red: 'Crimson' } });
  assert.deepEqual(await colors(), ['Crimson']);
  await ask(client, 'PUT', mapping, draft);
  assert.deepEqual(await colors(), ['red']);
  const entries = [{ target: 'color', value: 'default(size, "none")' }];
  const codes = async () =>
    (await preview({ productIds: ['a'], target: 'color', entries })).flatMap(({ targets }) =>
      targets.flatMap(({ problems }) => problems.map(({ code }) => code)),
    );
  assert.deepEqual(await codes(), ['broken-formula']);
  await client.define([{ id: 'size', name: 'size', type: text }]);
  assert.deepEqual([await colors({ entries }), await codes()], [['none'], []]);
  await publishStandard(adapter, 'shop', standardWith({ restriction: { parameters: { maxLength: 2 } } }));
  assert.deepEqual(await codes(), ['too-long']);
  await publishStandard(adapter, 'shop', standardWith({}));
  await world.service.evaluations.drain();
});

test('a change of a kept draft reads the day of its preview', async () => {
  const key = { clientId: clientIdOf(client.clientId), channelId: channelIdOf('shop') };
  const rulesets = new RulesetCache();
  const drafts = new DraftRulesets(rulesets.standards);
  const colorAt = async (time: string, change: DraftChange) => {
    const deps = { database: world.service.database, rulesets, drafts, now: () => new Date(time) };
    const previewed = await previewMapping(deps, { ...key, change, productIds: ['a'], withTargets: true });
    return previewed?.products[0]?.targets.find(({ target }) => target === 'color')?.after;
  };
  const change = { target: 'color', entries: [{ target: 'color', value: 'formatDate(today(), "yyyy-MM-dd")' }] };
  assert.equal(await colorAt('2026-03-01T12:00:00Z', {}), 'red');
  assert.equal(await colorAt('2026-03-02T12:00:00Z', change), '2026-03-02');
});

test('products of a preview are given by id or by filter', async () => {
  assert.deepEqual(outcomesOf(await preview({ productIds: ['d', 'a', 'none'] })), [
    ['a', 'ready', 'ready'],
    ['d', 'incomplete', 'incomplete'],
  ]);
  const given = { format, targets: [{ target: 'title', value: '"x"' }] };
  const invalid = { filter: { readiness: ['shop:invalid'] }, mapping: given };
  assert.deepEqual(outcomesOf(await preview(invalid)), [['c', 'invalid', 'ready']]);
  const both = await send(client, 'POST', `${mapping}/preview`, { productIds: ['a'], filter: {} });
  assert.deepEqual([both.status, both.body.code], [400, 'invalid-body']);
  await ask(client, 'POST', '/api/channels/v1/channels/none/mapping/preview', {}, 404);
});

test('a trial counts how outcomes of all products change, and a changed draft ends it', async () => {
  await ask(client, 'PUT', mapping, { format, targets: [{ target: 'title', value: 'left(title, 5)' }] });
  const started = await ask(client, 'POST', `${mapping}/trials`, undefined, 202);
  await world.service.evaluations.drain();
  const trial = await ask(client, 'GET', `${mapping}/trials/${started.trialId}`);
  assert.deepEqual([trial.status, trial.checked, trial.total], ['Completed', 4, 4]);
  assert.deepEqual(
    trial.outcomes
      .map(({ before, after, products }: Record<string, string>) => `${before}>${after} ${products}`)
      .toSorted(),
    ['incomplete>incomplete 1', 'invalid>ready 1', 'ready>ready 2'],
  );
  const { outcomes } = await ask(client, 'GET', '/api/channels/v1/channels/shop/readiness');
  assert.deepEqual(outcomes, { ready: 2, incomplete: 1, invalid: 1, unmapped: 0 }, 'the stored outcomes are unchanged');
  const next = await ask(client, 'POST', `${mapping}/trials`, undefined, 202);
  assert.notEqual(next.trialId, started.trialId);
  await ask(client, 'GET', `${mapping}/trials/${started.trialId}`, undefined, 404);
  await ask(client, 'PUT', mapping, { format });
  await world.service.evaluations.drain();
  const outdated = await ask(client, 'GET', `${mapping}/trials/${next.trialId}`);
  assert.match(outdated.status, /Outdated|Completed/);
  const other = await world.service.client('other');
  await ask(other, 'GET', `${mapping}/trials/${next.trialId}`, undefined, 404);
});

test('a preview of category rules shows by which rule each product gets its category, without targets', async () => {
  const shelf = await world.adapter('shelf');
  await publishStandard(shelf, 'shelf', {
    attributes: [{ id: 'title', name: 'Title', type: text }],
    categories: [
      { id: 'long', name: 'Long' },
      { id: 'other', name: 'Other' },
    ],
  });
  await world.connect(client, shelf, 'shelf');
  const body = {
    category: {
      rules: [
        { when: 'broken(', category: 'long' },
        { when: 'length(title) > 1', category: 'long' },
      ],
    },
    productIds: ['a', 'c'],
    withTargets: false,
  };
  const chosen = async (category: object) => {
    const path = '/api/channels/v1/channels/shelf/mapping/preview';
    const { products } = await ask(client, 'POST', path, { ...body, category });
    return products.map(({ after: { categoryId, categoryReason }, targets }: CategoryPreviewed) => [
      categoryId,
      categoryReason?.from ?? null,
      categoryReason?.rule?.number ?? null,
      targets.length,
    ]);
  };
  assert.deepEqual(await chosen(body.category), [
    [null, null, null, 0],
    ['long', 'rule', 2, 0],
  ]);
  assert.deepEqual((await chosen({ ...body.category, otherwise: 'other' }))[0], ['other', 'otherwise', null, 0]);
});

test('values that a value map lacks are listed with suggestions, most frequent first', async () => {
  const paint = await world.adapter('paint');
  const painter = await world.service.client('painter');
  await painter.define([{ id: 'color', name: 'color', type: text }]);
  const values = [
    { value: 'Blue', synonyms: ['navy'] },
    { value: 'Grey', label: 'Anthracite grey' },
    { value: 'Crème', synonyms: ['ivory'] },
  ];
  await publishStandard(paint, 'paint', {
    valueLists: [{ id: 'colors', values }],
    attributes: [{ id: 'tone', name: 'Tone', type: text, restriction: { valueList: 'colors' } }],
  });
  await world.connect(painter, paint, 'paint');
  const colors = ['Navy', 'Navy', 'Navy', 'anthracite-grey', 'anthracite-grey', 'creme', 'mud', 'blue', 'x'.repeat(90)];
  await painter.importProducts(colors.map((color, index) => ({ __ID: `p${index}`, color })));
  const path = '/api/channels/v1/channels/paint/mapping';
  const targets = [{ target: 'tone', value: 'color', map: 'tones' }];
  await ask(painter, 'PUT', path, { format, targets, maps: { tones: {}, unused: {} } });
  await ask(painter, 'POST', `${path}/publish`, {});
  await world.service.evaluations.drain();
  const navy = {
    value: 'Navy',
    target: 'tone',
    products: 3,
    suggestion: { to: 'Blue', label: null, reason: 'synonym' },
  };
  const others = [
    {
      value: 'anthracite-grey',
      target: 'tone',
      products: 2,
      suggestion: { to: 'Grey', label: 'Anthracite grey', reason: 'label' },
    },
    { value: 'creme', target: 'tone', products: 1, suggestion: { to: 'Crème', label: null, reason: 'value' } },
    { value: 'mud', target: 'tone', products: 1, suggestion: null },
  ];
  const suggestions = `${path}/maps/tones/suggestions`;
  assert.deepEqual(await ask(painter, 'GET', suggestions), { values: [navy, ...others], isSampled: false });
  await ask(painter, 'PATCH', `${path}/maps/tones`, { entries: { Navy: 'Blue' } });
  assert.deepEqual((await ask(painter, 'GET', suggestions)).values, others, 'the draft has an entry');
  assert.deepEqual((await ask(painter, 'GET', `${path}/maps/unused/suggestions`)).values, []);
  const unknown = await send(painter, 'GET', `${path}/maps/none/suggestions`);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'unknown-mapping']);
});

test('the limits of a list of missing values do not count values that need no entry', async () => {
  const pots = await world.adapter('pots');
  const potter = await world.service.client('potter');
  await potter.define([{ id: 'color', name: 'color', type: text }]);
  await publishStandard(pots, 'pots', {
    valueLists: [{ id: 'colors', values: [{ value: 'Blue' }] }],
    attributes: [{ id: 'tone', name: 'Tone', type: text, restriction: { valueList: 'colors' } }],
  });
  await world.connect(potter, pots, 'pots');
  const colors = ['a1', 'a2', 'b', 'mapped'];
  await potter.importProducts(colors.map((color) => ({ __ID: color, color })));
  const path = '/api/channels/v1/channels/pots/mapping';
  const targets = [{ target: 'tone', value: 'color', map: 'tones' }];
  await ask(potter, 'PUT', path, { format, targets, maps: { tones: {} } });
  await ask(potter, 'PATCH', `${path}/maps/tones`, { entries: { mapped: 'Gone' } });
  await ask(potter, 'POST', `${path}/publish`, {});
  await world.service.evaluations.drain();
  const key = { clientId: clientIdOf(potter.clientId), channelId: channelIdOf('pots') };
  const count = async (limits: { maxProducts: number; limit: number }) => {
    const counted = await countRefusedValues(
      world.service.database,
      key,
      { mapId: 'tones', targets: ['tone'] },
      limits,
    );
    return [counted.read, ...counted.values.map(({ value }) => value)];
  };
  assert.deepEqual(await count({ maxProducts: 9, limit: 9 }), [4, 'a1', 'a2', 'b'], 'not what an entry produced');
  await ask(potter, 'PATCH', `${path}/maps/tones`, { entries: { a1: 'Blue', a2: 'Blue', mapped: 'Blue' } });
  assert.deepEqual(await count({ maxProducts: 9, limit: 1 }), [4, 'b']);
  await ask(potter, 'PATCH', `${path}/maps/tones`, { entries: { b: 'Blue' } });
  assert.deepEqual(await count({ maxProducts: 2, limit: 1 }), [2]);
});
