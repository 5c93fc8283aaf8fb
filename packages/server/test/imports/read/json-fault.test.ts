import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { problem } from '@pimento/contract/problem';
import { findJsonFault } from '../../../src/imports/read/json-fault.ts';
import { jsonText, spoiled } from './body-arbitrary.ts';

const deep = 200_000;
const valid = [
  '0',
  '-0',
  '1',
  '-1',
  '10',
  '1.0',
  '1.50',
  '-0.0',
  '0e0',
  '1e5',
  '1E5',
  '1e+5',
  '1e-05',
  '1.2e3',
  '123456789012345678901234567890',
  '1e999999',
  '-1e-999999',
  'true',
  'false',
  'null',
  '""',
  '"a"',
  '"\\""',
  '"\\\\"',
  '"\\/\\b\\f\\n\\r\\t"',
  '"/"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\uDFFF\\ud800"',
  '"\\u00e9é€😀"',
  '"\u007f\u0080\u2028\u2029\ufeff"',
  '[]',
  '[ ]',
  '{}',
  '{ }',
  '[1]',
  '[[],{}]',
  '[1 , 2]',
  '{"a":1}',
  '{"a":1,"a":2}',
  '{"":{}}',
  '{"a" : [ ] }',
  '{"__proto__":1}',
  ' \t\r\n1\n',
  '['.repeat(deep) + ']'.repeat(deep),
  '{"a":'.repeat(deep) + '1' + '}'.repeat(deep),
];
const invalid: [text: string, offset: number, message: string][] = [
  ['', 0, 'expected a value but the text ended'],
  [' \n', 2, 'expected a value but the text ended'],
  ['01', 1, 'a number must not have leading zeros'],
  ['-01', 2, 'a number must not have leading zeros'],
  ['1.', 2, "expected a digit after '.' but the text ended"],
  ['[1.]', 3, "expected a digit after '.' but found ']'"],
  ['1.e5', 2, "expected a digit after '.' but found 'e'"],
  ['.5', 0, "expected a value but found '.'"],
  ['+1', 0, "expected a value but found '+'"],
  ['-', 1, "expected a digit after '-' but the text ended"],
  ['-a', 1, "expected a digit after '-' but found 'a'"],
  ['-Infinity', 1, "expected a digit after '-' but found 'I'"],
  ['1e', 2, 'expected a digit in the exponent but the text ended'],
  ['1e+', 3, 'expected a digit in the exponent but the text ended'],
  ['1e5.5', 3, "expected nothing more after the value but found '.'"],
  ['0x1F', 1, "expected nothing more after the value but found 'x'"],
  ['1_000', 1, "expected nothing more after the value but found '_'"],
  ['NaN', 0, "expected a value but found 'N'"],
  ['Infinity', 0, "expected a value but found 'I'"],
  ['undefined', 0, "expected a value but found 'u'"],
  ['nul', 3, "expected 'null' but the text ended"],
  ['nulL', 3, "expected 'null' but found 'L'"],
  ['True', 0, "expected a value but found 'T'"],
  ['truefalse', 4, "expected nothing more after the value but found 'f'"],
  ["'a'", 0, 'expected a value but found "\'"'],
  ['"', 1, 'the text ended inside a string'],
  ['"a', 2, 'the text ended inside a string'],
  ['"\\', 2, 'the text ended inside a string'],
  ['"\\"', 3, 'the text ended inside a string'],
  ['"\\x41"', 2, "expected one of \" \\ / b f n r t u after '\\' but found 'x'"],
  ['"\\U0041"', 2, "expected one of \" \\ / b f n r t u after '\\' but found 'U'"],
  ['"\\\n"', 2, "expected one of \" \\ / b f n r t u after '\\' but found the control character U+000A"],
  ['"\\u12"', 5, "expected four hexadecimal digits after '\\u' but found '\"'"],
  ['"\\u12G4"', 5, "expected four hexadecimal digits after '\\u' but found 'G'"],
  ['"\\u', 3, "expected four hexadecimal digits after '\\u' but the text ended"],
  ['"a\tb"', 2, 'the control character U+0009 inside a string must be escaped'],
  ['"a\u0000b"', 2, 'the control character U+0000 inside a string must be escaped'],
  ['[', 1, "expected a value or ']' but the text ended"],
  ['[1', 2, "expected ',' or ']' but the text ended"],
  ['[1,', 3, 'expected a value but the text ended'],
  ['[1,]', 3, "expected a value but found ']'"],
  ['[,1]', 1, "expected a value or ']' but found ','"],
  ['[1,,2]', 3, "expected a value but found ','"],
  ['[1 2]', 3, "expected ',' or ']' but found '2'"],
  ['[1}', 2, "expected ',' or ']' but found '}'"],
  ['[1]]', 3, "expected nothing more after the value but found ']'"],
  [']', 0, "expected a value but found ']'"],
  ['[1:2]', 2, "expected ',' or ']' but found ':'"],
  ['{', 1, "expected a member name in double quotes or '}' but the text ended"],
  ['{a:1}', 1, "expected a member name in double quotes or '}' but found 'a'"],
  ['{1:1}', 1, "expected a member name in double quotes or '}' but found '1'"],
  ['{,}', 1, "expected a member name in double quotes or '}' but found ','"],
  ['{"a"', 4, "expected ':' after the member name but the text ended"],
  ['{"a"}', 4, "expected ':' after the member name but found '}'"],
  ['{"a","b"}', 4, "expected ':' after the member name but found ','"],
  ['{"a":}', 5, "expected a value but found '}'"],
  ['{"a"::1}', 5, "expected a value but found ':'"],
  ['{"a":1', 6, "expected ',' or '}' but the text ended"],
  ['{"a":1,}', 7, "expected a member name in double quotes but found '}'"],
  ['{"a":1,,}', 7, "expected a member name in double quotes but found ','"],
  ['{"a":1;"b":2}', 6, "expected ',' or '}' but found ';'"],
  ['{"a":1 "b":2}', 7, "expected ',' or '}' but found '\"'"],
  ['{"a":1]', 6, "expected ',' or '}' but found ']'"],
  ['{"a":1}}', 7, "expected nothing more after the value but found '}'"],
  ['{} {}', 3, "expected nothing more after the value but found '{'"],
  ['// x\n1', 0, "expected a value but found '/'"],
  ['[1 /* x */]', 3, "expected ',' or ']' but found '/'"],
  ['\ufeff1', 0, 'expected a value but found the character U+FEFF'],
  ['[1,\ufeff2]', 3, 'expected a value but found the character U+FEFF'],
  ['[1,\u00a02]', 3, 'expected a value but found the character U+00A0'],
  ['[\u000b1]', 1, "expected a value or ']' but found the control character U+000B"],
  ['[1]\u0000', 3, 'expected nothing more after the value but found the control character U+0000'],
  ['{“a”:1}', 1, "expected a member name in double quotes or '}' but found '“' (U+201C)"],
  ['[😀]', 1, "expected a value or ']' but found '😀' (U+1F600)"],
  ['['.repeat(deep), deep, "expected a value or ']' but the text ended"],
];
const badUtf8: [bytes: number[], offset: number][] = [
  [[0x22, 0x80, 0x22], 1],
  [[0x22, 0xc0, 0xaf, 0x22], 1],
  [[0x22, 0xe2, 0x82, 0x22], 1],
  [[0x22, 0x61, 0xe2, 0x28, 0xa1, 0x22], 2],
  [[0x22, 0xe0, 0x80, 0x80, 0x22], 1],
  [[0x22, 0xed, 0xa0, 0x80, 0x22], 1],
  [[0x22, 0xc3, 0xa9, 0xf4, 0x90, 0x80, 0x80, 0x22], 3],
  [[0x22, 0xf5, 0x80, 0x80, 0x80, 0x22], 1],
  [[0x22, 0xfe, 0x22], 1],
  [[0x22, 0xf0, 0x9f, 0x98], 1],
  [[0xff, 0xfe, 0x31, 0x00], 0],
];

/** Returns the sentence of a fault without the leading position. */
function sentenceOf(fault: ReturnType<typeof findJsonFault>): string | undefined {
  if (fault === undefined) return undefined;
  const at = { line: 1, column: 1, offset: 0 };
  const { message } = problem('malformed-json', { kind: 'position', ...at, fault: fault.reason });
  return message.replace(/^Line 1, column 1 \(byte 0\): (.*)\.$/s, '$1');
}

describe('findJsonFault', () => {
  it('finds nothing in what the grammar allows', () => {
    for (const text of valid) {
      assert.ok(isJson(Buffer.from(text)), text.slice(0, 50));
      assert.equal(findJsonFault(Buffer.from(text)), undefined, text.slice(0, 50));
    }
  });

  it('names the first byte that the grammar forbids, and why', () => {
    for (const [text, offset, message] of invalid) {
      assert.ok(!isJson(Buffer.from(text)), text.slice(0, 50));
      const fault = findJsonFault(Buffer.from(text));
      assert.deepEqual([fault?.offset, sentenceOf(fault)], [offset, message], text.slice(0, 50));
    }
  });

  it('names the start of the first sequence that is no UTF-8', () => {
    for (const [bytes, offset] of badUtf8) {
      const fault = findJsonFault(Uint8Array.from(bytes));
      assert.deepEqual([fault?.offset, fault?.reason.kind], [offset, 'not-utf-8']);
    }
  });

  it('agrees with JSON.parse about every text', () => {
    const tokens = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"',
        '"a"',
        '\\',
        '0',
        '1',
        '-',
        '.',
        'e',
        'true',
        'null',
        ' ',
        '\n',
        '\u0001',
        'é',
      ),
      { maxLength: 9 },
    );
    const texts = fc.oneof(
      tokens.map((parts) => Buffer.from(parts.join(''))),
      jsonText.map((text) => Buffer.from(text)),
      spoiled(jsonText),
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array(),
    );
    fc.assert(
      fc.property(texts, (bytes) => {
        assert.equal(findJsonFault(bytes) === undefined, isJson(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it('names a byte before which the text could still have gone on to be JSON', () => {
    fc.assert(
      fc.property(spoiled(jsonText), (bytes) => {
        const fault = findJsonFault(bytes);
        if (fault === undefined) return;
        const before = findJsonFault(bytes.subarray(0, fault.offset));
        assert.ok(before === undefined || before.offset === fault.offset);
      }),
      { numRuns: 2000 },
    );
  });
});

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
