import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readinessOutcomes } from '@pimento/contract/wire';
import { definitionAt, labelOf, pathOf } from '../../src/product-query/attribute-lineage.ts';
import { readOutcome } from '@pimento/contract/text';
import { conditionText, readCondition } from '../../src/product-query/condition-text.ts';
import { filterOf, hasFilter, outcomeCondition, readProductSearch } from '../../src/product-query/product-search.ts';
import { createStructure } from '../../src/session/structure.ts';

describe('The search in the address of the product list', () => {
  test('keeps known members and drops everything else', () => {
    const search = { text: 'olive', family: '', where: ['a*', 7], columns: [], unknown: 'x' };
    assert.deepEqual(readProductSearch(search), { text: 'olive', where: ['a*'] });
  });

  test('reads a time and states of files, and drops what is neither', () => {
    const search = { updatedSince: '2026-01-31T01:00:00+01:00', assetState: ['FAILED', 'LOST'] };
    const read = { updatedSince: '2026-01-31T00:00:00.000Z', assetState: ['FAILED'] as const };
    assert.deepEqual(readProductSearch(search), read);
    assert.deepEqual(filterOf(readProductSearch(search)), read);
    assert.deepEqual(readProductSearch({ updatedSince: 'yesterday', assetState: 'LOST' }), {});
  });

  test('also reads q', () => {
    assert.deepEqual(readProductSearch({ q: '4711' }), { text: '4711' });
    assert.deepEqual(readProductSearch({ q: 'a', text: 'b' }), { text: 'b' });
  });

  test('filters by text, family, category and conditions, not by columns', () => {
    assert.equal(hasFilter({ columns: ['__ID'] }), false);
    assert.deepEqual(filterOf({ family: 'Oils', columns: ['__ID'] }), { family: 'Oils' });
    assert.equal(filterOf({ text: 'x'.repeat(300) }).text?.length, 255);
  });
});

describe('A condition', () => {
  const step = fc.string({ minLength: 1 });
  const path = fc.array(step, { minLength: 1, maxLength: 3 });

  test('is read as it was written, whatever the names and the text contain', () => {
    fc.assert(
      fc.property(
        path,
        fc.constantFrom('=', '~', '!=', '^=', '|=', '>=', '<=', '>', '<'),
        fc.string(),
        (path, operator, text) => {
          // `a>=1` is "at least 1"; no number or date begins with "="
          fc.pre(!(operator === '>' || operator === '<') || !text.startsWith('='));
          const read = readCondition(conditionText(path, operator, text));
          assert.deepEqual(read, { steps: path, path: path.join('/'), operator, text });
        },
      ),
    );
  });

  test('needs no text if it asks whether a value exists', () => {
    fc.assert(
      fc.property(path, fc.constantFrom('!' as const, '*' as const), (path, operator) => {
        const read = readCondition(conditionText(path, operator, ''));
        assert.deepEqual(read, { steps: path, path: path.join('/'), operator, text: '' });
      }),
    );
  });
});

describe('The lineage of an attribute', () => {
  const type = { id: 'string', multiValue: false };
  const composite = { id: 'composite', multiValue: true };
  const structure = createStructure([
    { id: 'sizes', path: 'sizes', name: 'Sizes', compositeAttribute: null, type: composite },
    { id: 'box', path: 'sizes/box', name: 'Box', compositeAttribute: 'sizes', type: composite },
    { id: 'width', path: 'sizes/box/width', name: 'Width', compositeAttribute: 'box', type },
  ]);

  test('names it by all composites that contain it', () => {
    assert.deepEqual(pathOf(structure, 'sizes/box/width'), ['sizes', 'box', 'width']);
    assert.equal(labelOf(structure, structure.all[2] ?? assert.fail()), 'Sizes › Box › Width');
  });

  test('finds the definition of a condition, also if an id contains the sign between ids', () => {
    const slashed = { id: 'sizes/box', path: 'sizes~1box', name: 'Slashed', compositeAttribute: null, type };
    const both = createStructure([slashed, ...structure.all]);
    for (const { path } of both.all) {
      const { steps } = readCondition(conditionText(pathOf(both, path), '=', 'x'));
      assert.equal(definitionAt(both, steps)?.path, path);
    }
  });

  test('is the path itself for an attribute without a definition', () => {
    assert.deepEqual(pathOf(structure, 'gone/x'), ['gone/x']);
  });
});

describe('A filter by the outcome on a channel', () => {
  test('is read as it was written, whatever the id of the channel contains', () => {
    const outcome = fc.constantFrom(...readinessOutcomes);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), outcome, (channelId, name) => {
        assert.deepEqual(readOutcome(outcomeCondition(channelId, name)), { channelId, outcome: name });
      }),
    );
  });

  test('is not read without a channel or with an unknown outcome', () => {
    for (const text of ['ready', ':ready', 'shop:', 'shop:nonsense']) assert.equal(readOutcome(text), undefined);
  });
});
