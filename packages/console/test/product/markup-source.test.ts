import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceTags } from '../../src/product/formatted/markup-source.ts';

const startsOf = (html: string) => Object.fromEntries(sourceTags(html)?.starts ?? []);

test('start tags and attributes are counted as browsers read them', () => {
  assert.deepEqual(startsOf('<P>5 < 6 <b\n>x</B ><br/><br /></p><li>a<li>b'), { p: 1, b: 1, br: 2, li: 2 });
  const attributes = [
    '<a href="a>b" title=\'<b>\'>',
    '<a href=x/y target>',
    '<a\thref = "x"title=y>',
    '<br/>',
    '<a href=>',
  ];
  assert.deepEqual(
    attributes.map((html) => sourceTags(html)?.attributes),
    [2, 2, 2, 0, 1],
  );
  assert.deepEqual(startsOf('<a href="<b>" title="x">y</a>'), { a: 1 });
  assert.deepEqual(startsOf('5 < 6 & 7'), {});
});

test('texts with parts that a browser drops are not read', () => {
  const dropped = [
    '<!doctype html><p>a</p>',
    '<!-- a --><p>b</p>',
    '<p>a</p><!-- b',
    '<html lang="de"><p>a</p>',
    '<head></head><p>a</p>',
    '<body class="x"><p>a</p>',
    '<p>a</p></body>',
    '<p>a</p></div>',
    '<p>a</p></br>',
    '<p>a</p class="x">',
    '<p>a</p>length <max',
    '<p>a</p><b title="x>',
    '<p>a</>b</p>',
    '<?xml version="1.0"?><p>a</p>',
  ];
  assert.deepEqual(
    dropped.filter((html) => sourceTags(html) !== undefined),
    [],
  );
});

test('texts of 200,000 characters with unfinished tags are read in proportion to their length', () => {
  const start = performance.now();
  for (const part of ['<a', '<a ', '<a b="', "<a b=' ", '< ', '<a / ', '<a b = '])
    sourceTags(part.repeat(200_000 / part.length));
  // takes 36 ms on two cores
  assert.ok(performance.now() - start < 5000);
});
