import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { en } from '../../src/i18n/en.ts';
import { alignRows } from '../../src/product/compare/aligned-rows.ts';
import { compareProducts } from '../../src/product/compare/compare-lines.ts';
import { createStructure } from '../../src/session/structure.ts';

const attribute = (path: string, type = 'string', compositeAttribute: string | null = null): AttributeDefinition => ({
  id: path.split('/').at(-1) ?? path,
  path,
  name: path.split('/').at(-1) ?? path,
  compositeAttribute,
  type: { id: type, multiValue: false },
});
const structure = createStructure([
  attribute('color'),
  attribute('parts', 'composite'),
  attribute('parts/kind', 'string', 'parts'),
  attribute('parts/share', 'string', 'parts'),
]);

test('rows are aligned by the attribute that names them, otherwise by position', () => {
  const children = structure.childrenOf('parts');
  const a = [{ kind: 'oil', share: '1' }, { kind: 'salt' }];
  const b = [{ kind: 'salt' }, { kind: 'sugar' }];
  assert.deepEqual(
    alignRows([a, b], children).map(({ label, rows }) => [label, ...rows.map((row) => row?.['kind'])]),
    [
      ['oil', 'oil', undefined],
      ['salt', 'salt', 'salt'],
      ['sugar', undefined, 'sugar'],
    ],
  );
  const repeated = [{ kind: 'oil' }, { kind: 'oil' }];
  assert.deepEqual(
    alignRows([repeated, b], children).map(({ label, rows }) => [label, rows.length]),
    [
      [undefined, 2],
      [undefined, 2],
    ],
  );
});

test('a comparison has a line for each value in any product, and marks what differs at every level', () => {
  const groups = compareProducts(
    en,
    [
      {
        __ID: 'a',
        __NAME: 'Jam',
        color: 'red',
        parts: [
          { kind: 'oil', share: '1' },
          { kind: 'salt', share: '2' },
        ],
      },
      {
        __ID: 'b',
        __NAME: 'Jam',
        parts: [{ kind: 'salt', share: '2' }],
        more: 'x',
        PACKAGING: [{ __ID: 'c', QUANTITY: 2 }],
      },
    ],
    structure,
  );
  assert.deepEqual(
    groups.flatMap(({ lines }) =>
      lines.map(({ kind, level, label, isDifferent }) => [kind, level, label, isDifferent]),
    ),
    [
      ['value', 0, 'Name', false],
      ['value', 0, 'Packaging', true],
      ['value', 0, 'color', true],
      ['composite', 0, 'parts', true],
      ['row', 1, 'oil', true],
      ['value', 2, 'kind', true],
      ['value', 2, 'share', true],
      ['row', 1, 'salt', false],
      ['value', 2, 'kind', false],
      ['value', 2, 'share', false],
      ['value', 0, 'more', true],
    ],
  );
});
