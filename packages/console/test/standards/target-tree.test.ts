import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirementFor } from '../../src/standards/targets/requirement.ts';
import { targetLimits } from '../../src/standards/targets/target-limits.ts';
import { createTargetTree, type ListedTarget, targetLines } from '../../src/standards/targets/target-tree.ts';
import { createFormats } from '../../src/i18n/formats.ts';
import { enStandard } from '../../src/standards/texts/en-standard.ts';

const text = (path: string, compositeAttribute?: string): ListedTarget => ({
  id: path.split('/').at(-1) ?? '',
  path,
  name: path.toUpperCase(),
  type: { id: 'string' },
  ...(compositeAttribute !== undefined && { compositeAttribute }),
});
const composite = (path: string, compositeAttribute?: string): ListedTarget => ({
  ...text(path, compositeAttribute),
  type: { id: 'composite' },
});

const targets = [
  text('title'),
  composite('detail'),
  // A target can be listed before the composite that contains it.
  text('detail/more/color', 'more'),
  text('detail/name', 'detail'),
  composite('detail/more', 'detail'),
  composite('a/b'),
  text('a/b/c', 'a/b'),
];
const tree = createTargetTree(targets);
const shown = (search: string, open: string[] = []) =>
  targetLines(tree, search, new Set(open)).map(({ node, depth }) => `${'-'.repeat(depth)}${node.target.path}`);

test('nested targets belong to the composite with the longest path, in any order and with "/" in ids', () => {
  assert.deepEqual(
    tree.topLevel.map(({ target }) => target.path),
    ['title', 'detail', 'a/b'],
  );
  assert.equal(tree.byPath.get('detail/more/color')?.parent?.target.path, 'detail/more');
  assert.equal(tree.byPath.get('a/b/c')?.parent?.target.path, 'a/b');
});

test('the children of a composite are shown only if it is open', () => {
  assert.deepEqual(shown(''), ['title', 'detail', 'a/b']);
  assert.deepEqual(shown('', ['detail']), ['title', 'detail', '-detail/name', '-detail/more', 'a/b']);
  assert.deepEqual(shown('', ['detail/more']), ['title', 'detail', 'a/b']);
});

test('a search shows matching targets with their ancestors and descendants', () => {
  assert.deepEqual(shown(' COLOR '), ['detail', '-detail/more', '--detail/more/color']);
  assert.deepEqual(shown('more'), ['detail', '-detail/more', '--detail/more/color']);
  assert.deepEqual(shown('nothing'), []);
});

test('a requirement by purpose is the strongest one of the selected purposes', () => {
  const requirement = { listing: 'recommended', offer: 'required' } as const;
  assert.equal(requirementFor({ requirement }), 'required');
  assert.equal(requirementFor({ requirement }, ['listing']), 'recommended');
  assert.equal(requirementFor({ requirement }, []), 'optional');
  assert.equal(requirementFor({ requirement: 'required' }, []), 'required');
  assert.equal(requirementFor({}), 'optional');
});

test('limits are short texts; unknown parameters are shown by name', () => {
  const target: ListedTarget = {
    ...text('title'),
    restriction: {
      parameters: {
        maxLength: 150,
        contentTypes: ['image/png', 'image/jpeg'],
        maxFileSizeBytes: 16_000_000,
        constructor: 'x',
      },
      valueList: 'colors',
    },
    units: ['lb', 'oz'],
    maxItems: 1,
  };
  assert.deepEqual(targetLimits(target, enStandard, createFormats('en')), [
    'at most 150 characters',
    'image/png, image/jpeg',
    'file of at most 16 MB',
    'constructor: x',
    'from the list colors',
    'in lb, oz',
    'at most 1 value',
  ]);
});
