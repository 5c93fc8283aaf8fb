import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TargetReadiness } from '@pimento/contract';
import { draftOf, formOf, parseOverride } from '../../src/readiness/product/override-draft.ts';

const target = (more: Partial<TargetReadiness>): TargetReadiness => ({
  target: 'title',
  name: 'Title',
  level: 'required',
  source: 'mapping',
  formula: 'name',
  attributes: ['name'],
  type: 'string',
  multiValue: false,
  problems: [],
  ...more,
});

test('a form begins with the value that was set, else with the present value', () => {
  assert.equal(draftOf(target({ value: 'Pen' })), 'Pen');
  assert.equal(draftOf(target({ value: 'Pen', override: '' })), '');
  assert.equal(draftOf(target({ value: true, type: 'boolean' })), 'true');
  assert.equal(draftOf(target({})), '');
  assert.equal(draftOf(target({ value: ['a', 'b'], multiValue: true })), 'a\nb');
  assert.equal(draftOf(target({ type: 'composite' })), '[{}]');
});

test('lines become a list, and a text with line ends stays one value', () => {
  assert.equal(formOf({ type: 'string', multiValue: true }), 'lines');
  assert.deepEqual(parseOverride('a\n\nb', 'lines'), ['a', 'b']);
  assert.equal(parseOverride('a\nb', 'text'), 'a\nb');
  assert.equal(parseOverride('', 'text'), '');
});

test('rows are JSON whose values become texts; anything else is no row', () => {
  assert.deepEqual(parseOverride('[{"name": "Ink", "count": 2, "none": null}]', 'json'), [{ name: 'Ink', count: '2' }]);
  assert.deepEqual(parseOverride('{"name": {"en": true}}', 'json'), { name: { en: 'true' } });
  for (const text of ['', '{', '"text"', '[1]', '[["a"]]', 'null'])
    assert.equal(parseOverride(text, 'json'), undefined);
});
