import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { en } from '../../src/i18n/en.ts';
import { groupFields } from '../../src/product/values/value-groups.ts';
import { createStructure } from '../../src/session/structure.ts';

const definition = (id: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  id,
  path: id,
  name: id,
  compositeAttribute: null,
  type: { id: 'string', multiValue: false },
  ...more,
});
const names = (fields: readonly { name: string }[] = []) => fields.map(({ name }) => name);

describe('The values of a product', () => {
  test('begin with the reserved fields, also with empty ones', () => {
    const [base] = groupFields(en, { __ID: 'p', __NAME: 'Ajvar' }, createStructure([]));
    assert.deepEqual(names(base?.fields), ['__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET']);
    assert.equal(base?.fields[0]?.value, 'Ajvar');
    assert.equal(base?.fields[3]?.definition?.type.id, 'asset');
  });

  test('are grouped by the first group of their definition; those without a group follow under one heading', () => {
    const structure = createStructure([
      definition('weight', { groupIds: ['Logistics', 'Other'] }),
      definition('colour'),
      definition('length', { groupIds: ['Logistics'] }),
    ]);
    const groups = groupFields(en, { __ID: 'p' }, structure);
    assert.deepEqual(
      groups.slice(1).map(({ id, fields }) => [id, ...names(fields)]),
      [
        ['Logistics', 'weight', 'length'],
        [':attributes', 'colour'],
      ],
    );
  });

  test('are found under the name of an attribute or under its id', () => {
    const structure = createStructure([definition('w', { name: 'Net weight' }), definition('colour')]);
    const product = { __ID: 'p', 'Net weight': '5 g', colour: 'red' };
    const fields = groupFields(en, product, structure)[1]?.fields;
    assert.deepEqual(
      fields?.map(({ name, label, value }) => [name, label, value]),
      [
        ['w', 'Net weight', '5 g'],
        ['colour', 'colour', 'red'],
      ],
    );
  });

  test('without a definition come last, and id and packaging are not among them', () => {
    const product = { __ID: 'p', PACKAGING: [{ __ID: 'q', QUANTITY: 1 }], unknown: 'x' };
    const groups = groupFields(en, product, createStructure([definition('colour')]));
    const last = groups.at(-1);
    assert.deepEqual(names(last?.fields), ['colour', 'unknown']);
    assert.equal(last?.fields.at(-1)?.definition, undefined);
  });

  test('are shown once if two attributes have the same name', () => {
    const structure = createStructure([definition('a', { name: 'Same' }), definition('b', { name: 'Same' })]);
    const fields = groupFields(en, { __ID: 'p', Same: 'x' }, structure)[1]?.fields ?? [];
    assert.deepEqual(
      fields.map(({ name, value }) => [name, value]),
      [
        ['a', 'x'],
        ['b', undefined],
      ],
    );
  });
});
