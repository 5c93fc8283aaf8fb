import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { gtinConditions } from '../../src/product-query/gtin-conditions.ts';
import { createStructure } from '../../src/session/structure.ts';

const define = (path: string, type: string): AttributeDefinition => ({
  id: path.split('/').at(-1) ?? path,
  path,
  name: path.toUpperCase(),
  compositeAttribute: path.includes('/') ? (path.split('/').at(-2) ?? null) : null,
  type: { id: type, multiValue: type === 'composite' },
});
const structure = createStructure([
  define('gtin', 'gtin'),
  define('colour', 'string'),
  define('unit', 'composite'),
  define('unit/code', 'gtin'),
]);

test('a searched GTIN is looked up in every attribute that can hold it, also inside composites', () => {
  assert.deepEqual(
    gtinConditions(structure, ' 2000700011304 ').map(({ condition }) => condition),
    ['gtin=2000700011304', 'unit/code=2000700011304'],
  );
});

test('any other text is not', () => {
  for (const text of ['', '4711', '123456789', 'capers-100', '20007000113041'.repeat(2)])
    assert.deepEqual(gtinConditions(structure, text), []);
});
