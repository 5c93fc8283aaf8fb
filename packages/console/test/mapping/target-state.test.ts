import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mapping, MappingCheck } from '@pimento/contract';
import { changedTargets, entriesText } from '../../src/mapping/draft/target-entries.ts';
import { filterTargets, groupTargets, mappedTargets } from '../../src/mapping/draft/target-state.ts';
import { createTargetTree, type ListedTarget } from '../../src/standards/targets/target-tree.ts';

const target = (path: string, more: Partial<ListedTarget> = {}): ListedTarget => ({
  id: path.split('/').at(-1) ?? '',
  path,
  name: path,
  type: { id: 'string' },
  ...more,
});
const tree = createTargetTree([
  target('id', { defaultFormula: '__ID', requirement: 'required' }),
  target('title', { requirement: 'required', groupIds: ['texts'] }),
  target('brand', { requirement: { offer: 'required' } }),
  target('color'),
  target('size', { appliesTo: 'linked' }),
  target('detail', { type: { id: 'composite' } }),
  target('detail/name', { compositeAttribute: 'detail' }),
  target('secret', { access: 'HIDDEN' }),
]);
const mapping: Mapping = {
  format: 'pimento-mapping/1',
  purposes: ['listing'],
  targets: [
    { target: 'color', value: '' },
    { target: 'title', value: '__NAME' },
    { target: 'detail/name', value: 'nmae' },
  ],
};
const check: Pick<MappingCheck, 'problems' | 'unmappedRequired'> = {
  problems: [{ code: 'invalid-formula', message: '', path: '/targets/2/value' }],
  unmappedRequired: [{ target: 'size', name: 'Size' }],
};
const stateOf = (checked: typeof check | undefined) =>
  Object.fromEntries(mappedTargets(tree, mapping, checked).map(({ node, state }) => [node.target.path, state]));

test('each target shows how it gets its value, and hidden targets are not shown', () => {
  assert.deepEqual(stateOf(undefined), {
    id: 'default',
    title: 'mapped',
    brand: 'unmapped',
    color: 'empty',
    size: 'unmapped',
    detail: 'mapped',
  });
});

test('an error in an entry for a nested target marks the target above it', () => {
  assert.equal(stateOf(check)['detail'], 'broken');
  assert.equal(stateOf(check)['title'], 'mapped');
});

test('a target that is required only in some categories counts as required and missing', () => {
  const size = mappedTargets(tree, mapping, check).find(({ node }) => node.target.path === 'size');
  assert.deepEqual([size?.requirement, size?.isMissing], ['required', true]);
  const missing = filterTargets(mappedTargets(tree, mapping, check), { onlyMissing: true });
  assert.deepEqual(
    missing.map(({ node }) => node.target.path),
    ['size'],
  );
});

test('requirements of purposes that the mapping does not select do not count', () => {
  const of = (purposes: string[]) =>
    mappedTargets(tree, { ...mapping, purposes }, check).find(({ node }) => node.target.path === 'brand')?.requirement;
  assert.equal(of(['listing']), 'optional');
  assert.equal(of(['offer']), 'required');
});

test('targets are grouped in the order of the groups, without a group last', () => {
  const groups = groupTargets(mappedTargets(tree, mapping, check), [{ id: 'other' }, { id: 'texts', name: 'Texts' }]);
  assert.deepEqual(
    groups.map(({ name, targets }) => [name, targets.length]),
    [
      ['Texts', 1],
      [undefined, 5],
    ],
  );
});

test('changed targets are those whose entries differ from the published version', () => {
  const published: Mapping = {
    format: 'pimento-mapping/1',
    targets: [
      { target: 'title', value: '__NAME' },
      { target: 'size', value: 'x' },
    ],
  };
  assert.deepEqual(changedTargets(mapping, published), ['color', 'detail/name', 'size']);
  assert.deepEqual(changedTargets(mapping, mapping), []);
  assert.deepEqual(changedTargets(mapping, undefined), ['color', 'title', 'detail/name']);
});

test('entries are shown as one line for each formula', () => {
  const text = entriesText([
    { target: 'color', value: 'color', map: 'colors' },
    { target: 'color', value: '', categories: ['53'] },
    { target: 'detail', rows: 'specs', children: [{ target: 'name', value: 'title' }] },
  ]);
  assert.equal(text, 'color → colors\n[53] ∅\nspecs\n  name: title');
});
