import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMarkup, isHarmless, isLinkAddress, typedAddress } from '../../src/product/formatted/markup.ts';

test('only addresses of harmless schemes become links, and none with a script reaches the editor', () => {
  const scripts = [
    'javascript:x',
    ' JavaScript:x',
    'java\tscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
  ];
  assert.deepEqual(scripts.filter(isHarmless), []);
  assert.deepEqual(scripts.filter(isLinkAddress), []);
  assert.deepEqual(
    ['https://a.b', 'mailto:a@b', '/sale', '#top', 'a/b:c'].filter((href) => !isHarmless(href)),
    [],
  );
  assert.deepEqual(['/sale', '#top', 'a.b'].filter(isLinkAddress), []);
});

test('a typed address gets https if it has no scheme, and nothing else becomes an address', () => {
  assert.deepEqual(['example.com/a?b', ' http://a.b ', 'tel:+49', 'two words', 'javascript:x', 'a'].map(typedAddress), [
    'https://example.com/a?b',
    'http://a.b',
    'tel:+49',
    undefined,
    undefined,
    undefined,
  ]);
});

test('elements, comments and character references are markup', () => {
  assert.deepEqual(['5 < 6 & 7', 'a\nb'].filter(hasMarkup), []);
  assert.deepEqual(
    ['<b>', '</p>', '<!-- x', '&amp;', '&#39;'].filter((html) => !hasMarkup(html)),
    [],
  );
});
