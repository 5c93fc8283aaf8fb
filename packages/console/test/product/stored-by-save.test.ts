import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedBySave } from '../../src/product/saving/save-values.ts';

const before = { revision: 4, product: { weight: 1 } };
const after = { revision: 5, product: { weight: 1.5 } };
const saved = { updated: 1 };

test('the value of the revision that a save has created is the stored one, also if the save removed it', () => {
  assert.deepEqual(storedBySave('weight', saved, before, after), { stored: 1.5 });
  assert.deepEqual(storedBySave('weight', saved, before, { revision: 5, product: {} }), { stored: undefined });
});

test('the value of another revision may be that of another person', () => {
  assert.equal(storedBySave('weight', saved, before, { ...after, revision: 6 }), undefined);
  assert.equal(storedBySave('weight', saved, before, before), undefined);
  assert.equal(storedBySave('weight', saved, undefined, after), undefined);
  assert.equal(storedBySave('weight', saved, before, undefined), undefined);
  assert.equal(storedBySave('weight', { updated: 0 }, before, after), undefined, 'the save has changed nothing');
});
