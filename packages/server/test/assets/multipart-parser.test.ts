import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMultipartParser, FormError } from '../../src/assets/multipart-parser.ts';

interface Part {
  head: Record<string, string>;
  content: Buffer;
}

/** What the parser tells of a body that comes in pieces of these sizes, over and over. */
function parse(boundary: string, body: Buffer, sizes: readonly number[]): { parts: Part[]; isComplete: boolean } {
  const parts: Part[] = [];
  let open: Buffer[] = [];
  const parser = createMultipartParser(boundary, {
    onPart(head) {
      open = [];
      parts.push({ head: Object.fromEntries(head), content: Buffer.alloc(0) });
    },
    // A copy: the bytes are good until the call returns.
    onBytes: (bytes) => void open.push(Buffer.from(bytes)),
    onPartEnd() {
      const last = parts.at(-1);
      if (last) last.content = Buffer.concat(open);
    },
  });
  for (let at = 0, turn = 0; at < body.byteLength; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    parser.write(Buffer.from(body.subarray(at, at + size)));
    at += size;
  }
  return { parts, isComplete: parser.isComplete() };
}

/** Bytes that look like pieces of a boundary, and other ones. */
const content = fc
  .array(fc.constantFrom('\r', '\n', '-', '\r\n--', '\r\n--edg', '\r\n-', 'edge', '\r\r\n--ed', 'x', '\0\u00ff'), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}\r\n`.includes('\r\n--edge'))
  .map((text) => Buffer.from(text, 'latin1'));
const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });

test('every part of a form comes out byte for byte, whatever pieces the form comes in', () => {
  fc.assert(
    fc.property(
      fc.array(content, { minLength: 1, maxLength: 4 }),
      sizes,
      fc.constantFrom('', 'before\r\n'),
      (all, sizes, preamble) => {
        const body = Buffer.concat([
          Buffer.from(preamble),
          ...all.flatMap((bytes, place) => [
            Buffer.from(`--edge\r\nContent-Disposition: form-data; name="f${place}"\r\nX-Place:${place}\r\n\r\n`),
            bytes,
            Buffer.from('\r\n'),
          ]),
          Buffer.from('--edge--\r\nafter\r\n--edge\r\n\r\nno part\r\n--edge--'),
        ]);
        const { parts, isComplete } = parse('edge', body, sizes);
        assert.ok(isComplete);
        assert.deepEqual(
          parts,
          all.map((bytes, place) => ({
            head: { 'content-disposition': `form-data; name="f${place}"`, 'x-place': String(place) },
            content: bytes,
          })),
        );
      },
    ),
  );
});

test('a form that is cut anywhere before its end is not complete', () => {
  const body = Buffer.from('--edge\r\nA: b\r\n\r\nbytes\r\n--edge--');
  for (let length = 0; length < body.byteLength; length++) {
    assert.equal(parse('edge', body.subarray(0, length), [7]).isComplete, false, String(length));
  }
  assert.equal(parse('edge', body, [7]).isComplete, true);
});

test('a part may have no head and no bytes, and blanks may follow a boundary', () => {
  const { parts, isComplete } = parse('edge', Buffer.from('--edge \t\r\n\r\n\r\n--edge--'), [3]);
  assert.deepEqual(parts, [{ head: {}, content: Buffer.alloc(0) }]);
  assert.ok(isComplete);
});

test('a head without an end and a boundary amid a line are no form', () => {
  assert.throws(() => parse('edge', Buffer.from(`--edge\r\nA: ${'x'.repeat(40_000)}`), [1000]), FormError);
  assert.throws(() => parse('edge', Buffer.from('--edges\r\n\r\nbytes'), [4]), FormError);
});
