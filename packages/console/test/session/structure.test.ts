import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { keepClient, readClientSearch } from '../../src/session/client-search.ts';
import { createStructure } from '../../src/session/structure.ts';

const definition = (path: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  id: path.slice(path.lastIndexOf('/') + 1),
  path,
  name: path,
  compositeAttribute: null,
  type: { id: 'string', multiValue: false },
  ...more,
});
const composite = { type: { id: 'Composite', multiValue: true } };

describe('The definitions of a client', () => {
  test('are found by id and by name; an id wins over a name', () => {
    const weight = definition('weight', { name: 'Net weight' });
    const other = definition('x', { name: 'weight' });
    const structure = createStructure([other, weight]);
    assert.equal(structure.find('Net weight'), weight);
    assert.equal(structure.find('weight'), weight);
    assert.equal(structure.find('nothing'), undefined);
  });

  test('know the composite that contains them, and its members in order', () => {
    const sizes = definition('sizes', composite);
    const width = definition('sizes/width', { compositeAttribute: 'sizes' });
    const height = definition('sizes/height', { compositeAttribute: 'sizes' });
    const structure = createStructure([sizes, width, height]);
    assert.equal(structure.parentOf(width), sizes);
    assert.equal(structure.parentOf(sizes), undefined);
    assert.deepEqual(structure.childrenOf('sizes'), [width, height]);
    assert.deepEqual(structure.topLevel, [sizes]);
  });

  test('belong to the innermost composite if several have the same id', () => {
    const outer = definition('box', composite);
    const inner = definition('box/box', { ...composite, compositeAttribute: 'box' });
    const width = definition('box/box/width', { compositeAttribute: 'box' });
    const structure = createStructure([outer, inner, width]);
    assert.equal(structure.parentOf(width), inner);
    assert.equal(structure.parentOf(inner), outer);
  });
});

describe('The client in the address', () => {
  test('may consist of digits', () => {
    assert.deepEqual(readClientSearch({ client: '42' }), { client: '42' });
    assert.deepEqual(readClientSearch({ client: '' }), {});
  });

  test('is kept by a link that names no other client', () => {
    const search = { client: 'demo' };
    assert.deepEqual(keepClient({ search, next: () => ({}) }), { client: 'demo' });
    assert.deepEqual(keepClient({ search, next: () => ({ client: 'acme' }) }), { client: 'acme' });
  });
});
