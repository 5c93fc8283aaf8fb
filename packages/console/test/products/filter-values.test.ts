import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { emptyDraft, filterOfDraft, isComplete, operatorsOf } from '../../src/products/filter/filter-draft.ts';
import { draftOf } from '../../src/products/filter/filter-key.ts';
import { offeredValues } from '../../src/products/filter/offered-values.ts';
import { anyOfText, readCondition, textsOf } from '../../src/product-query/condition-text.ts';
import type { ValueWords } from '../../src/session/labels/value-text.ts';
import { createStructure } from '../../src/session/structure.ts';

const definition = (
  id: string,
  type: string,
  restriction?: AttributeDefinition['restriction'],
): AttributeDefinition => ({
  id,
  path: id,
  name: id,
  compositeAttribute: null,
  type: { id: type, multiValue: false },
  ...(restriction && { restriction }),
});
const structure = createStructure([
  definition('weight', 'decimal'),
  definition('color', 'string'),
  definition('launch', 'datetime'),
  { ...definition('load', 'quantity'), units: ['kg', 'g'] },
]);
const words: ValueWords = { language: 'de', yes: 'Ja', no: 'Nein', moment: (iso) => `at ${iso}` };

test('a range makes a condition for each end that is filled, chosen values make one', () => {
  const range = { ...emptyDraft, choice: 'weight', operator: 'range' as const };
  assert.equal(isComplete(range), false);
  assert.deepEqual(filterOfDraft({ ...range, from: '1', to: ' 2 ' }, structure), { where: ['weight>=1', 'weight<=2'] });
  assert.deepEqual(filterOfDraft({ ...range, to: '2' }, structure), { where: ['weight<=2'] });
  const values = { ...emptyDraft, choice: 'color' };
  assert.equal(isComplete(values), false);
  assert.deepEqual(filterOfDraft({ ...values, texts: ['red'] }, structure), { where: ['color=red'] });
  const read = readCondition(anyOfText(['color'], ['a|b', '50%', '%7C']));
  assert.deepEqual([read.operator, textsOf(read.text)], ['|=', ['a|b', '50%', '%7C']]);
});

test('a range of quantities has one unit for both ends, and the form shows the same range again', () => {
  const range = { ...emptyDraft, choice: 'load', operator: 'range' as const, from: '1,5', to: ' 2 ' };
  assert.deepEqual(filterOfDraft(range, structure), { where: ['load>=1.5 kg', 'load<=2 kg'] });
  const { where = [] } = filterOfDraft({ ...range, from: '', unit: 'g' }, structure);
  assert.deepEqual(where, ['load<=2 g']);
  const again = (where: string[]) => draftOf({ where }, structure, { kind: 'where', condition: where[0] ?? '' });
  const { from, to, unit } = again(where) ?? emptyDraft;
  assert.deepEqual([from, to, unit], ['', '2', 'g']);
  assert.equal(again(['load>=1 g', 'load<=2 kg']), undefined);
});

test('numbers and dates begin with a range, texts with their values, composites only with being filled', () => {
  assert.equal(operatorsOf(definition('a', 'date'))[0], 'range');
  assert.equal(operatorsOf(definition('a', 'gtin'))[0], '|=');
  assert.deepEqual(operatorsOf(definition('a', 'composite')), ['*', '!']);
  assert.deepEqual(operatorsOf(definition('a', 'boolean')), ['|=', '*', '!']);
});

test('days of moments begin and end in the time zone of the user, and the form shows the same days again', () => {
  const range = { ...emptyDraft, choice: 'launch', operator: 'range' as const, from: '2026-03-28', to: '2026-03-29' };
  const { where = [] } = filterOfDraft(range, structure);
  const [from = '', to = ''] = where.map((condition) => readCondition(condition).text);
  assert.equal(Date.parse(from), new Date('2026-03-28T00:00').getTime());
  assert.ok(to.endsWith('.999999Z'));
  assert.equal(Date.parse(to), new Date('2026-03-30T00:00').getTime() - 1);
  const again = draftOf({ where }, structure, { kind: 'where', condition: where[1] ?? '' });
  assert.deepEqual([again?.operator, again?.from, again?.to], ['range', '2026-03-28', '2026-03-29']);
});

test('an unchanged end of a range of times keeps its time to the microsecond, a changed one does not', () => {
  const where = ['launch>=2026-03-28T10:00:00.123456Z', 'launch<=2026-03-29T11:00:00.654321Z'];
  const draft = draftOf({ where }, structure, { kind: 'where', condition: where[0] ?? '' });
  assert.deepEqual(draft && filterOfDraft(draft, structure), { where });
  const changed = draft && filterOfDraft({ ...draft, from: '2026-03-28T12:00' }, structure).where;
  assert.deepEqual(changed, [`launch>=${new Date('2026-03-28T12:00').toISOString()}`, where[1]]);
});

test('offered are chosen values, those of the list, allowed ones with their labels, and a typed text that is none of them', () => {
  const list = { listOfValues: [{ value: 's', label: 'Small' }, { value: 'm' }] };
  const counted = { values: [{ value: 's', products: 3 }] };
  const offer = (typed: string, chosen: string[] = []) =>
    offeredValues({ definition: definition('size', 'string', list), counted, chosen, typed, words }).map(
      ({ value, label, products }) => [value, label, products],
    );
  const [small, medium] = [
    ['s', 'Small', 3],
    ['m', 'm', undefined],
  ];
  assert.deepEqual(offer('', ['x']), [['x', 'x', undefined], small, medium]);
  assert.deepEqual(offer('smal'), [small]);
  assert.deepEqual(offer('xl'), [['xl', 'xl', undefined]]);
  const vegan = (typed: string) =>
    offeredValues({ definition: definition('vegan', 'boolean'), counted: undefined, chosen: [], typed, words }).map(
      ({ value, label }) => [value, label],
    );
  assert.deepEqual(vegan(''), [
    ['true', 'Ja'],
    ['false', 'Nein'],
  ]);
  assert.deepEqual(vegan('x'), []);
});
