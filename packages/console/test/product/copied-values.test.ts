import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { copiedValues } from '../../src/product/create/copied-values.ts';
import { createStructure } from '../../src/session/structure.ts';

const definition = (path: string, typeId: string): AttributeDefinition => {
  const [compositeAttribute = null, id = path] = path.includes('/') ? path.split('/') : [null, path];
  return { id, name: id, path, compositeAttribute, type: { id: typeId, multiValue: true } };
};
const structure = createStructure([
  definition('picture', 'Asset'),
  definition('parts', 'Composite'),
  definition('parts/drawing', 'Asset'),
  definition('parts/size', 'string'),
]);
const product = {
  __ID: 'a',
  __NAME: 'A',
  __FAMILY: 'f',
  PRIMARY_ASSET: 'p.png',
  PACKAGING: [{ __ID: 'b', QUANTITY: 2 }],
  picture: ['p.png'],
  parts: [{ drawing: 'd.pdf', size: '1' }, { size: '2' }],
  free: 'text',
};

test('a copy has all values but id and name', () => {
  const { __ID: _, __NAME: __, ...values } = product;
  assert.deepEqual(copiedValues(structure, product, { files: true, packaging: true }), values);
});

test('files are left out in composites as well, and packaging on request', () => {
  assert.deepEqual(copiedValues(structure, product, { files: false, packaging: false }), {
    __FAMILY: 'f',
    parts: [{ size: '1' }, { size: '2' }],
    free: 'text',
  });
});
