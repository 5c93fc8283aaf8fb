import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { emptyDraft, filterOfDraft, isComplete, operatorsOf } from '../../src/products/filter/filter-draft.ts';
import { offeredValues } from '../../src/products/filter/offered-values.ts';
import { anyOfText, readCondition, textsOf } from '../../src/product-query/condition-text.ts';
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
const structure = createStructure([definition('weight', 'decimal'), definition('color', 'string')]);

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

test('numbers and dates begin with a range, texts with their values, composites only with being filled', () => {
  assert.equal(operatorsOf(definition('a', 'date'))[0], 'range');
  assert.equal(operatorsOf(definition('a', 'gtin'))[0], '|=');
  assert.deepEqual(operatorsOf(definition('a', 'composite')), ['*', '!']);
});

test('offered are chosen values, those of the list, allowed ones with their labels, and a typed text that is none of them', () => {
  const list = { listOfValues: [{ value: 's', label: 'Small' }, { value: 'm' }] };
  const counted = { values: [{ value: 's', products: 3 }] };
  const offer = (typed: string, chosen: string[] = []) =>
    offeredValues({ definition: definition('size', 'string', list), counted, chosen, typed }).map(
      ({ value, label, products }) => [value, label, products],
    );
  const [small, medium] = [
    ['s', 'Small', 3],
    ['m', 'm', undefined],
  ];
  assert.deepEqual(offer('', ['x']), [['x', 'x', undefined], small, medium]);
  assert.deepEqual(offer('smal'), [small]);
  assert.deepEqual(offer('xl'), [['xl', 'xl', undefined]]);
});
