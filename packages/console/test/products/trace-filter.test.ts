import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf } from '../../src/products/filter/filter-key.ts';
import { filterOfDraft, isComplete } from '../../src/products/filter/filter-draft.ts';
import { createStructure } from '../../src/session/structure.ts';

test('a filter by an import is shown in the form and written as it was', () => {
  const structure = createStructure([]);
  const where = ['__IMPORT=0190a5d2-0000-7000-8000-000000000000'];
  const draft = draftOf({ where }, structure, { kind: 'where', condition: where[0] ?? '' });
  assert.ok(draft && isComplete(draft));
  assert.equal(draft.choice, '__IMPORT');
  assert.deepEqual(filterOfDraft(draft, structure), { where });
});

test('a filter by several people is not shown in the form, which has one', () => {
  const condition = '__CHANGED_BY|=user:a|key:b';
  assert.equal(draftOf({ where: [condition] }, createStructure([]), { kind: 'where', condition }), undefined);
});
