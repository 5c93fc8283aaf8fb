import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetFilterOf, readAssetSearch } from '../../src/assets/list/asset-search.ts';
import { assetPath, assetTitle } from '../../src/assets/record/asset-name.ts';

test('the search of an address keeps what it knows and drops the rest', () => {
  assert.deepEqual(readAssetSearch({ text: 'lamp', status: 'FAILED', unused: true, view: 'list', other: 1 }), {
    text: 'lamp',
    status: 'FAILED',
    unused: true,
    view: 'list',
  });
  assert.deepEqual(readAssetSearch({ text: '', status: 'LOST', unused: 'yes', view: 'gallery' }), {});
});

test('the filter leaves out the view and cuts a text to 255 characters', () => {
  assert.deepEqual(assetFilterOf({ text: 'x'.repeat(300), status: 'READY', view: 'list' }), {
    text: 'x'.repeat(255),
    status: ['READY'],
  });
});

test('an asset is titled by its file name, and without a file by the end of its id or address', () => {
  assert.equal(assetTitle({ id: 'https://cdn.example.com/a.jpg', name: 'Front.jpg' }), 'Front.jpg');
  assert.equal(
    assetTitle({ id: 'https://cdn.example.com/img/a.jpg', name: 'https://cdn.example.com/img/a.jpg' }),
    'a.jpg',
  );
  assert.equal(assetTitle({ id: 'https://cdn.example.com/', name: 'https://cdn.example.com/' }), 'cdn.example.com');
  assert.equal(assetTitle({ id: 'manual.pdf', name: 'manual.pdf' }), 'manual.pdf');
});

test('the path of an asset escapes its address', () => {
  assert.equal(assetPath('https://a/b?c'), '/assets/https%3A%2F%2Fa%2Fb%3Fc');
});
