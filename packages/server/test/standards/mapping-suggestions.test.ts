import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meaningsOf, wordsOf } from '../../src/standards/suggestions/synonyms-rules.ts';
import { ask } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

const text = { id: 'string' };
const path = '/api/channels/v1/channels/shop/mapping';
let standards: StandardWorld;
let client: TestCaller;
before(async () => {
  standards = await startStandardWorld();
  client = await standards.world.service.client('suggestions');
  await client.define([
    { id: 'Artikelbezeichnung', name: 'Artikelbezeichnung', type: text },
    { id: 'brandName', name: 'Marke', type: text },
    { id: 'ean', name: 'EAN', type: { id: 'gtin' } },
    { id: 'net weight', name: 'Net weight', type: { id: 'decimal' }, units: ['g'] },
    { id: 'height', name: 'Height', type: { id: 'decimal' } },
    { id: 'farbe', name: 'Farbe', type: text },
    { id: 'color code', name: 'Color code', type: text },
  ]);
  await publish(standards.shop, {
    format: 'pimento-standard/1',
    name: 'Shop',
    attributes: [
      { id: 'gtin', name: 'GTIN', type: { id: 'gtin' } },
      { id: 'colour', name: 'Colour', type: text },
      { id: 'brand', name: 'Brand', type: text, requirement: 'required' },
      { id: 'shipping_weight', name: 'Shipping weight', type: { id: 'quantity' }, units: ['kg'] },
      { id: 'image_link', name: 'Main image', type: { id: 'asset' } },
      { id: 'product_type', name: 'Product type', type: text, semantic: 'schema:category' },
      { id: 'sku', name: 'SKU', type: text, defaultFormula: '__ID' },
      { id: 'zzz', name: 'Qqq', type: text },
    ],
  });
});
after(() => standards[Symbol.asyncDispose]());

interface Suggested {
  target: string;
  suggestions: { attribute: string; formula: string; score: number; isClear: boolean; reasons: string[] }[];
}
const suggested = async (query = ''): Promise<Suggested[]> =>
  (await ask(client, 'GET', `${path}/suggestions${query}`)).targets;
const best = (list: Suggested[], target: string) => list.find((one) => one.target === target)?.suggestions[0];

test('a name is split at case, signs and digits, and synonyms in English and German mean the same', () => {
  assert.deepEqual(wordsOf('netWeight_2 (g)'), ['net', 'weight', 'g']);
  assert.deepEqual(wordsOf('Straßen-Größe'), ['strassen', 'grosse']);
  assert.deepEqual(meaningsOf('Farbe'), meaningsOf('colour'));
  assert.deepEqual(meaningsOf('EAN-13'), meaningsOf('barcode'));
  assert.notDeepEqual(meaningsOf('height'), meaningsOf('weight'));
  assert.deepEqual(wordsOf('The product'), ['the', 'product'], 'a name of filler words keeps them');
});

test('attributes are suggested by name, synonym, well-known name and type, the required targets first', async () => {
  const list = await suggested();
  assert.equal(list[0]?.target, 'brand');
  assert.deepEqual(best(list, 'gtin'), {
    attribute: 'ean',
    formula: 'ean',
    score: 100,
    isClear: true,
    reasons: ['name', 'type'],
  });
  assert.equal(best(list, 'colour')?.attribute, 'farbe');
  assert.equal(best(list, 'brand')?.attribute, 'brandName');
  assert.equal(best(list, 'shipping_weight')?.formula, '[net weight]');
  assert.equal(best(list, 'image_link')?.attribute, 'PRIMARY_ASSET');
  assert.deepEqual(best(list, 'product_type')?.reasons.includes('semantic'), true);
  assert.equal(best(list, 'product_type')?.attribute, '__CATEGORY');
  const names = list.map(({ target }) => target);
  assert.deepEqual(
    [names.includes('zzz'), names.includes('sku')],
    [false, false],
    'nothing fits, or a default formula fills it',
  );
  for (const { suggestions } of list)
    for (const { attribute } of suggestions) assert.notEqual(attribute, 'height', 'letters alone are weak evidence');
});

test('mapped targets have suggestions only if they are asked for', async () => {
  await ask(client, 'PUT', path, { format: 'pimento-mapping/1', targets: [{ target: 'brand', value: 'brandName' }] });
  assert.equal(best(await suggested(), 'brand'), undefined);
  assert.equal(best(await suggested('?target=brand'), 'brand')?.attribute, 'brandName');
  assert.deepEqual(await suggested('?target=none'), []);
});

test('what another channel maps to the same target counts, whatever the attribute is called', async () => {
  const { operator } = standards.world;
  await ask(operator, 'POST', '/console/channels', { channelId: 'mall', adapterId: 'shop', name: 'Mall' }, 201);
  const attributes = [{ id: 'zzz', name: 'Qqq', type: text }];
  await ask(standards.shop, 'PUT', '/external/channels/mall/standard', {
    format: 'pimento-standard/1',
    name: 'Mall',
    attributes,
  });
  const mall = '/api/channels/v1/channels/mall/mapping';
  await ask(client, 'PUT', mall, { format: 'pimento-mapping/1', targets: [{ target: 'zzz', value: '[color code]' }] });
  await ask(client, 'POST', `${mall}/publish`, {});
  assert.deepEqual(best(await suggested(), 'zzz')?.reasons, ['other-channel', 'type']);
  assert.equal(best(await suggested(), 'zzz')?.attribute, 'color code');
});

test('the functions of formulas are listed with parameters, help and the names of spreadsheets, without a key', async () => {
  const { baseUrl } = standards.world.service;
  const answer = await fetch(`${baseUrl}/api/channels/v1/formula-functions`);
  const { functions } = (await answer.json()) as {
    functions: { name: string; signature: string; parameters: unknown[]; aliases: string[]; help: { de: string } }[];
  }; // the contract declares this type
  const truncate = functions.find(({ name }) => name === 'truncate');
  assert.equal(truncate?.signature, 'truncate(t, n, end = "…", at = "word")');
  assert.deepEqual(truncate.parameters[3], {
    name: 'at',
    kind: 'choice',
    isOptional: true,
    isRest: false,
    choices: ['word', 'char'],
  });
  assert.ok(functions.find(({ name }) => name === 'length')?.aliases.some((alias) => /^len$/i.test(alias)));
  assert.ok(functions.every(({ help }) => help.de !== ''));
});
