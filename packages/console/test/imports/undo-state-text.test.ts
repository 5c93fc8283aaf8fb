import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deUndo } from '../../src/imports/undo/de-undo.ts';
import { enUndo } from '../../src/imports/undo/en-undo.ts';
import { stateText } from '../../src/imports/undo/state-text.ts';

const textOf = (status: 'Running' | 'Completed' | 'Failed', updated: number, rejected: number, texts = enUndo) =>
  stateText(texts, { status, updated, rejected }, String);

test('a running undo has not restored the values yet', () => {
  assert.equal(textOf('Running', 3, 0), 'This import is being undone …');
  assert.equal(textOf('Running', 0, 0, deUndo), 'Dieser Import wird rückgängig gemacht …');
  assert.equal(textOf('Completed', 3, 0), 'The values before this import were restored.');
});

test('an undo that restored nothing or only some products says so', () => {
  assert.equal(textOf('Completed', 0, 5), 'No product was restored. 5 products were left unchanged.');
  assert.equal(
    textOf('Completed', 0, 5, deUndo),
    'Kein Produkt wurde wiederhergestellt. 5 Produkte blieben unverändert.',
  );
  assert.equal(
    textOf('Completed', 1, 1),
    '1 product has the values from before this import again. 1 product was left unchanged.',
  );
  assert.equal(textOf('Failed', 2, 0), '2 products have the values from before this import again.');
});
