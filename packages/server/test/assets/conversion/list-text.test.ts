import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isAddressList, splitListText } from '../../../src/assets/references/list-text-rules.ts';

const a = 'http://img.example/1.jpg';
const b = 'https://img.example/2.jpg?x=1,2';

describe('A text that holds several addresses', () => {
  for (const between of [', ', ',', '|', ' | ', ';', '; ', ' ', '\n', '\r\n', '\t', ',\n', '\u00a0', ';;'])
    test(`is split at ${JSON.stringify(between)}, and a comma inside an address stays`, () => {
      assert.deepEqual(splitListText(` ${a}${between}${b}${between}`), [a, b]);
      assert.equal(isAddressList(`${a}${between}${b}`), true);
    });

  test('may have addresses without a scheme after the first one', () => {
    assert.deepEqual(splitListText(`${a} | //img.example/2.jpg | www.img.example/3.jpg`), [
      a,
      '//img.example/2.jpg',
      'www.img.example/3.jpg',
    ]);
  });
});

test('a list of file names is split at separators, not at blanks', () => {
  assert.deepEqual(splitListText('front view.jpg, back.jpg;side.png'), ['front view.jpg', 'back.jpg', 'side.png']);
  assert.deepEqual(splitListText('/media/1.jpg|/media/2.jpg'), ['/media/1.jpg', '/media/2.jpg']);
});

test('one address, one name and a sentence are no lists', () => {
  for (const text of [
    a,
    b,
    `${a}\n`,
    `  ${a}`,
    'https://web.archive.org/web/2020/http://img.example/1.jpg',
    'https://img.example/fetch?url=https://other.example/2.jpg',
    'https://img.example/photo.jpg/w_400,h_300,c_fill',
    'High_Street,_London.jpg',
    'front view.jpg',
    'red, green, blue',
    'see http://a.example, http://b.example',
    '',
    '-',
  ])
    assert.equal(splitListText(text), undefined, text);
});

test('a split loses nothing but separators and blanks', () => {
  const part = fc.constantFrom(a, b, 'www.img.example/3.jpg', '//cdn.example/x,y.png');
  const separator = fc.constantFrom(', ', '|', ';', '\n', ' ');
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 8 }), separator, (parts, between) => {
      assert.deepEqual(splitListText(parts.join(between)), parts);
    }),
  );
});

test('a hostile text is judged in time that grows with its length', () => {
  const time = (length: number) => {
    const text = `${'a.bc, '.repeat(length)}x`;
    // uses the fastest of ten rounds, because other work on the machine can only add time
    const rounds = Array.from({ length: 10 }, () => {
      const started = performance.now();
      splitListText(text);
      return performance.now() - started;
    });
    return Math.min(...rounds);
  };
  time(100);
  assert.ok(time(1_600) < 100 * Math.max(time(100), 0.01));
});
