import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { digestOf } from '../../src/product/rows/row-digest.ts';
import { labelledPaths, shownInRows } from '../../src/product/rows/shown-rows.ts';
import { createStructure } from '../../src/session/structure.ts';

const define = (path: string, type: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => {
  const [id = '', parent = null] = path.split('/').toReversed();
  return { id, path, name: id, compositeAttribute: parent, type: { id: type, multiValue: false }, ...more };
};
const label = define('parts/label', 'string', {
  labels: { de: 'Prüfsiegel' },
  restriction: { listOfValues: [{ value: 'BIO', label: 'Organic' }] },
});
const parts = define('parts', 'composite');
const structure = createStructure([parts, label, define('parts/count', 'integer')]);
const by = {
  definition: parts,
  structure,
  show: (text: string, of: AttributeDefinition | undefined) => structure.labelOf(text, of),
};
const rows = [{ count: '1', label: 'BIO' }, { count: '2', other: 'BIO' }, { label: ['BIO', 'x'] }];

test('a summary of rows has the labels of allowed values, and any other text as it is stored', () => {
  assert.equal(digestOf(rows, by), '1 · Organic · 2 · BIO · Organic · x');
  assert.equal(digestOf(rows, { ...by, definition: undefined }), '1 · BIO · 2 · BIO · BIO · x');
});

test('rows keep their form with the texts that users see, so that a found text has the path of its value', () => {
  assert.deepEqual(shownInRows(rows, by), [
    { count: '1', label: 'Organic' },
    { count: '2', other: 'BIO' },
    { label: ['Organic', 'x'] },
  ]);
});

test('formatted texts are converted once, so that a search in thousands of them stays fast', () => {
  const html = define('html', 'html');
  let calls = 0;
  const show = (text: string) => {
    calls += 1;
    return text.toUpperCase();
  };
  const shown = () => shownInRows(['<b>a</b>', '<b>a</b>', 'b'], { definition: html, structure, show });
  assert.deepEqual(shown(), ['<B>A</B>', '<B>A</B>', 'B']);
  assert.deepEqual(shown(), ['<B>A</B>', '<B>A</B>', 'B']);
  assert.equal(calls, 2);
});

test('values are found by the labels of their attributes in all languages', () => {
  assert.deepEqual(labelledPaths(rows, by, 'prüfsiegel'), [
    [0, 'label'],
    [2, 'label'],
  ]);
  assert.deepEqual(labelledPaths(rows, by, 'nothing'), []);
});
