import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import fc from 'fast-check';
import {
  attributeTypes,
  concernsValues,
  definitionInput,
  draftOf,
  limitNamesOf,
} from '../../src/attributes/editor/attribute-draft.ts';

const color: AttributeDefinition = {
  id: 'color',
  path: 'color',
  name: 'Color',
  compositeAttribute: null,
  type: { id: 'STRING', multiValue: true },
  description: 'The main color',
  restriction: { listOfValues: ['red', 'blue'], parameters: { maxLength: 20 }, note: 'kept' },
  externalId: 'C-1',
};

test('an unchanged draft sends what is stored', () => {
  const input = definitionInput(null, draftOf(color), color);
  assert.deepEqual(input['restriction'], {
    note: 'kept',
    listOfValues: ['red', 'blue'],
    parameters: { maxLength: 20 },
  });
  assert.equal(input['name'], 'Color');
  assert.equal(input['externalId'], 'C-1');
  assert.deepEqual(input['type'], { id: 'string', multiValue: true });
  assert.ok(!('path' in input));
});

test('a change expects all members as they are stored, and null for those that are absent', () => {
  assert.deepEqual(definitionInput(null, draftOf(color), color)['expected'], {
    name: 'Color',
    type: { id: 'STRING', multiValue: true },
    externalId: 'C-1',
    description: 'The main color',
    labels: null,
    restriction: color.restriction,
    units: null,
    groupIds: null,
    displaySequence: null,
  });
});

test('a new definition expects that there is none, and is named by its id', () => {
  const input = definitionInput(null, { ...draftOf(undefined), id: 'width' }, undefined);
  assert.deepEqual(input, {
    id: 'width',
    name: 'width',
    compositeAttribute: null,
    type: { id: 'string', multiValue: false },
    labels: null,
    description: null,
    groupIds: null,
    units: null,
    restriction: null,
    expected: null,
  });
});

test('a composite has several values, and a definition inside it names its path', () => {
  const parent: AttributeDefinition = {
    ...color,
    id: 'size',
    path: 'size',
    type: { id: 'composite', multiValue: true },
  };
  const input = definitionInput(parent, { ...draftOf(undefined), id: 'width', type: 'composite' }, undefined);
  assert.equal(input['compositeAttribute'], 'size');
  assert.deepEqual(input['type'], { id: 'composite', multiValue: true });
});

test('emptied values and limits remove the restriction', () => {
  const bare = { ...color, restriction: { listOfValues: ['red'], parameters: { maxLength: 20 } } };
  const draft = { ...draftOf(bare), values: [], limits: { maxLength: '' } };
  assert.equal(definitionInput(null, draft, bare)['restriction'], null);
});

test('values with labels are kept in their form, and a changed label concerns no stored value', () => {
  const listOfValues = [5, { value: 'r', label: 'Red', labels: { de: 'Rot' }, note: 'kept' }];
  const labelled = { ...color, restriction: { listOfValues } };
  const draft = draftOf(labelled);
  assert.deepEqual(draft.values, [{ value: '5' }, { value: 'r', label: 'Red', labels: { de: 'Rot' } }]);
  assert.deepEqual(definitionInput(null, draft, labelled)['restriction'], { listOfValues });
  const changed = { ...draft, values: [{ value: '5', labels: { de: 'Fünf', en: '' } }, { value: '' }] };
  assert.deepEqual(definitionInput(null, changed, labelled)['restriction'], {
    listOfValues: [{ value: '5', labels: { de: 'Fünf' } }],
  });
  assert.equal(concernsValues({ ...draft, values: draft.values.map(({ value }) => ({ value })) }, labelled), false);
  assert.equal(concernsValues(changed, labelled), true);
});

test('a change of the units concerns the values of a quantity only', () => {
  const weight = { ...color, type: { id: 'quantity', multiValue: false }, units: ['kg', 'g'] };
  const draft = draftOf(weight);
  assert.equal(concernsValues(draft, weight), false);
  assert.equal(concernsValues({ ...draft, units: ['kg'] }, weight), true);
  const number = { ...weight, type: { id: 'decimal', multiValue: false } };
  assert.equal(concernsValues({ ...draftOf(number), units: ['kg'] }, number), false);
  assert.deepEqual(definitionInput(null, draft, weight)['units'], ['kg', 'g']);
  assert.equal(definitionInput(null, { ...draft, type: 'decimal' }, weight)['units'], null);
  assert.deepEqual(definitionInput(null, draftOf(number), number)['units'], number.units);
});

test('texts have limits of length, numbers of value, and all other types none', () => {
  assert.deepEqual(limitNamesOf('reference'), ['minLength', 'maxLength']);
  assert.deepEqual(limitNamesOf('fraction'), ['minValue', 'maxValue']);
  for (const type of ['composite', 'gtin', 'date', 'boolean', 'datetime']) assert.deepEqual(limitNamesOf(type), []);
});

test('nothing that is entered is lost on the way to the server and back', () => {
  const fields = {
    id: fc.string({ minLength: 1 }),
    name: fc.string({ minLength: 1 }),
    type: fc.constantFrom(...attributeTypes.filter((type) => type !== 'composite')),
    multiValue: fc.boolean(),
    description: fc.string(),
    groups: fc.array(fc.string({ minLength: 1 })),
    labels: fc.dictionary(fc.constantFrom('de', 'en', 'fr'), fc.string({ minLength: 1 }), { noNullPrototype: true }),
    values: fc.uniqueArray(fc.record({ value: fc.string({ minLength: 1 }) }, { noNullPrototype: true }), {
      selector: ({ value }) => value,
    }),
    units: fc.array(fc.string({ minLength: 1 })),
    limits: fc.dictionary(fc.constantFrom('minLength', 'maxLength'), fc.nat(), { noNullPrototype: true }),
  };
  // the editor shows the units of a quantity only
  const drafts = fc
    .record(fields, { noNullPrototype: true })
    .map((draft) => (draft.type === 'quantity' ? draft : { ...draft, units: [] }));
  fc.assert(
    fc.property(drafts, (entered) => {
      const {
        expected: _expected,
        description,
        restriction,
        groupIds,
        labels,
        units,
        ...sent
      } = definitionInput(null, entered, undefined);
      const stored = {
        ...sent,
        path: entered.id,
        ...(description === null ? {} : { description }),
        ...(restriction === null ? {} : { restriction }),
        ...(groupIds === null ? {} : { groupIds }),
        ...(labels === null ? {} : { labels }),
        ...(units === null ? {} : { units }),
      } as AttributeDefinition; // as the server would return the definition that was sent
      assert.deepEqual(draftOf(stored), entered);
    }),
  );
});
