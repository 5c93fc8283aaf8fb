import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import {
  attributeLines,
  isConvertible,
  type Narrowing,
  textOfHash,
  topLevelOf,
} from '../../src/attributes/attribute-tree.ts';
import type { Structure } from '../../src/session/structure.ts';

const define = (path: string, name: string, type = 'string'): AttributeDefinition => ({
  id: path.split('/').at(-1) ?? path,
  path,
  name,
  compositeAttribute: null,
  type: { id: type, multiValue: type === 'composite' },
});

/** Builds a structure in which each definition belongs to the composite at its parent path. */
function structureOf(all: AttributeDefinition[]): Structure {
  const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
  const find = (path: string) => all.find((one) => one.path === path);
  return {
    all,
    topLevel: all.filter(({ path }) => !path.includes('/')),
    find,
    parentOf: ({ path }) => find(folderOf(path)),
    nameOf: ({ name }) => name,
    labelOf: (text) => text,
    childrenOf: (parent) => all.filter(({ path }) => path.includes('/') && folderOf(path) === parent),
  };
}

const structure = structureOf([
  define('color', 'Color'),
  define('size', 'Size', 'composite'),
  define('size/width', 'Width'),
  define('size/box', 'Box', 'composite'),
  define('size/box/depth', 'Depth of the box'),
]);
const shown = (text: string, ...unfolded: string[]) =>
  attributeLines(structure, text, new Set(unfolded)).map(({ definition, depth }) => [definition.path, depth]);

test('without a text only the top level is shown, and below it what is unfolded', () => {
  assert.deepEqual(shown(' '), [
    ['color', 0],
    ['size', 0],
  ]);
  assert.deepEqual(shown('', 'size/box'), shown(''));
  assert.deepEqual(
    attributeLines(structure, '', new Set(['size'])).map(({ isUnfolded }) => isUnfolded),
    [undefined, true, undefined, false],
  );
  assert.deepEqual(shown('', 'size', 'size/box'), [
    ['color', 0],
    ['size', 0],
    ['size/width', 1],
    ['size/box', 1],
    ['size/box/depth', 2],
  ]);
});

test('a match is shown with everything above and below it', () => {
  assert.deepEqual(shown('DEPTH'), [
    ['size', 0],
    ['size/box', 1],
    ['size/box/depth', 2],
  ]);
  assert.deepEqual(shown('size').length, 4);
  assert.deepEqual(shown('nothing'), []);
});

test('only the attributes of a type, or of composites and attributes that no product uses, are shown', () => {
  const paths = (text: string, narrowing: Narrowing) =>
    attributeLines(structure, text, new Set(), narrowing).map(({ definition }) => definition.path);
  assert.deepEqual(paths('', { type: 'composite' }), ['size', 'size/box']);
  assert.deepEqual(paths('box', { type: 'string' }), ['size', 'size/box', 'size/box/depth']);
  assert.deepEqual(paths('', { isUnused: ({ id }) => id === 'size' }).length, 4);
  assert.deepEqual(paths('color', { isUnused: ({ id }) => id === 'size' }), []);
  const labelled = structureOf([{ ...define('w', 'Weight'), labels: { de: 'Gewicht' } }]);
  assert.equal(attributeLines(labelled, 'GEWICHT', new Set()).length, 1);
});

test('the top-level definition of a nested one is its outermost composite', () => {
  assert.equal(topLevelOf(structure, define('size/box/depth', 'Depth')).path, 'size');
  assert.equal(topLevelOf(structure, define('color', 'Color')).path, 'color');
});

test('a link to a nested attribute searches for its last step', () => {
  assert.equal(textOfHash('size%2Fwidth'), 'width');
  assert.equal(textOfHash(''), '');
  assert.equal(textOfHash('100%'), '100%', 'a hash that is not encoded');
});

test('only texts and assets are convertible, in any letter case of the type', () => {
  assert.ok(isConvertible(define('a', 'A', 'STRING')));
  assert.ok(isConvertible(define('a', 'A', 'asset')));
  assert.ok(!isConvertible(define('a', 'A', 'composite')));
});
