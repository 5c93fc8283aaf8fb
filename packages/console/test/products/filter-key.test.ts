import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import type { ProductSearch } from '../../src/product-query/product-search.ts';
import { filterOfDraft } from '../../src/products/filter/filter-draft.ts';
import { draftOf, type FilterKey, removalOf } from '../../src/products/filter/filter-key.ts';
import { createStructure } from '../../src/session/structure.ts';

const attribute = (id: string, type: string): AttributeDefinition => ({
  id,
  path: id,
  name: id,
  compositeAttribute: null,
  type: { id: type, multiValue: false },
});
const structure = createStructure([
  attribute('color', 'string'),
  attribute('weight', 'decimal'),
  attribute('launch', 'datetime'),
]);

const search: ProductSearch = {
  family: 'jam',
  where: ['color|=red|blue%7Cgreen', 'weight>=2', 'weight<=5.5', 'color!', 'weight>1'],
  readiness: ['shop:ready'],
  updatedSince: new Date('2026-03-01T00:00').toISOString(),
  updatedBefore: new Date('2026-03-04T00:00').toISOString(),
  assetState: ['FAILED'],
};
const where = (condition: string): FilterKey => ({ kind: 'where', condition });

test('the form of a filter makes the same filter again', () => {
  const again = (key: FilterKey) => {
    const draft = draftOf(search, structure, key);
    return draft && filterOfDraft(draft, structure);
  };
  assert.deepEqual(again(where('color|=red|blue%7Cgreen')), { where: ['color|=red|blue%7Cgreen'] });
  assert.deepEqual(again(where('weight<=5.5')), { where: ['weight>=2', 'weight<=5.5'] });
  assert.deepEqual(again(where('color!')), { where: ['color!'] });
  assert.deepEqual(again({ kind: 'family' }), { where: ['__FAMILY=jam'] });
  assert.deepEqual(again({ kind: 'readiness', condition: 'shop:ready' }), { readiness: ['shop:ready'] });
  assert.deepEqual(again({ kind: 'files' }), { assetState: ['FAILED'] });
  const { updatedSince, updatedBefore } = search;
  assert.deepEqual(again({ kind: 'updated' }), { updatedSince, updatedBefore });
});

test('of two lower bounds of a field the form shows and removes only one', () => {
  const bounds: ProductSearch = { where: ['weight>=1', 'weight>=5', 'weight<=9'] };
  const draft = draftOf(bounds, structure, where('weight>=5'));
  assert.deepEqual(draft && filterOfDraft(draft, structure), { where: ['weight>=5'] });
  assert.deepEqual(removalOf(bounds, where('weight>=5')), { where: ['weight>=1', 'weight<=9'] });
});

test('the form of a range of times makes the same range again, also if it begins or ends within a day', () => {
  const times = ['2026-03-01T10:30:00.000Z', '2026-03-04T17:45:30.250Z'] as const;
  const created: ProductSearch = { createdSince: times[0], createdBefore: times[1] };
  const draft = draftOf(created, structure, { kind: 'created' });
  assert.deepEqual(draft && filterOfDraft(draft, structure), created);
  const launched: ProductSearch = { where: [`launch>=${times[0]}`, `launch<=${times[1]}`] };
  const launch = draftOf(launched, structure, where(`launch<=${times[1]}`));
  assert.deepEqual(launch && filterOfDraft(launch, structure), launched);
  const startOf = (day: string) => new Date(`${day}T00:00`).toISOString();
  const mixed: ProductSearch = { createdSince: startOf('2026-03-01'), createdBefore: times[1] };
  assert.equal(draftOf(mixed, structure, { kind: 'created' })?.from, '2026-03-01');
  const whole: ProductSearch = { createdSince: startOf('2026-03-01'), createdBefore: startOf('2026-03-04') };
  assert.equal(draftOf(whole, structure, { kind: 'created' })?.to, '2026-03-03');
});

test('a filter that the form cannot show opens an empty form', () => {
  assert.equal(draftOf(search, structure, where('weight>1')), undefined);
  assert.equal(draftOf(search, structure, where('unknown=1')), undefined);
});

test('a changed filter replaces what its form has shown, and nothing else', () => {
  assert.deepEqual(removalOf(search, where('weight>=2')), {
    where: ['color|=red|blue%7Cgreen', 'color!', 'weight>1'],
  });
  assert.deepEqual(removalOf({ where: ['color!'] }, where('color!')), { where: undefined });
  assert.deepEqual(removalOf(search, { kind: 'updated' }), { updatedSince: undefined, updatedBefore: undefined });
  assert.deepEqual(removalOf(search, { kind: 'family' }), { family: undefined });
});
