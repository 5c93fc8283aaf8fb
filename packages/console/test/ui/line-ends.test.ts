import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { keepLineEnds, shownLines } from '../../src/ui/fields/line-ends.ts';

describe('The line ends of an edited text', () => {
  test('stay as they are where nothing was typed', () => {
    assert.equal(keepLineEnds('Line 1\r\nLine 2\r\n', 'Line 1\nLine 2\n!'), 'Line 1\r\nLine 2\r\n!');
    assert.equal(keepLineEnds('a\rb\nc\r\nd', 'a\nb\nX\nd'), 'a\rb\nX\r\nd');
    assert.equal(keepLineEnds('a\r\n\r\nb', 'a\nb'), 'a\r\nb');
    assert.equal(keepLineEnds('a\r\nb', ''), '');
  });

  test('are those of the text for new lines', () => {
    assert.equal(keepLineEnds('a\r\nb', 'a\nnew\nb'), 'a\r\nnew\r\nb');
    assert.equal(keepLineEnds('a', 'a\nb'), 'a\nb');
    assert.equal(keepLineEnds('a', 'a\nb', { original: 'x\r\ny' }), 'a\r\nb');
  });

  test('are left out of a text that has one line', () => {
    assert.equal(keepLineEnds('', 'MH02\n', { lines: false }), 'MH02');
    assert.equal(keepLineEnds('', 'MH\n02', { lines: false }), 'MH 02');
    assert.equal(keepLineEnds('MH02\n', 'MH02\nX', { lines: false }), 'MH02\nX');
  });

  const text = fc
    .array(fc.constantFrom('a', 'b', '\r\n', '\n', '\r'), { maxLength: 12 })
    .map((parts) => parts.join(''));

  test('change nothing if nothing was typed, and the field shows what was typed', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(keepLineEnds(before, shownLines(before)), before);
        assert.equal(shownLines(keepLineEnds(before, shownLines(after))), shownLines(after));
      }),
      { examples: [['\ra\n\n', '\r\r\n\r\n']], numRuns: 2_000 },
    );
  });

  test('change only between the first and the last typed character', () => {
    fc.assert(
      fc.property(text, text, text, (head, typed, tail) => {
        fc.pre(!head.endsWith('\r') && !tail.startsWith('\n'));
        const after = keepLineEnds(`${head}|${tail}`, shownLines(`${head}|`) + shownLines(typed) + shownLines(tail));
        assert.ok(after.startsWith(`${head}|`), JSON.stringify(after));
      }),
    );
  });
});
