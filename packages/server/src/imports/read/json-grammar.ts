import type { JsonExpectation } from '@pimento/contract';
import { expectedAt, type TextFault } from './json-words.ts';
import { scanNumber, scanString, scanWord } from './json-tokens.ts';

type Expecting = 'value' | 'first-element' | 'first-name' | 'name' | 'colon' | 'separator' | 'end';

/** The names that messages use for the tokens that can come next. */
const expectations = {
  value: 'value',
  'first-element': 'value-or-array-end',
  'first-name': 'name-or-object-end',
  name: 'name',
  colon: 'colon',
  end: 'end',
} as const satisfies Record<Exclude<Expecting, 'separator'>, JsonExpectation>;

const openObject = 0x7b;
const openArray = 0x5b;

/**
 * Checks one JSON text against the grammar of RFC 8259. Works without recursion, so any depth is safe. The bytes must be valid UTF-8.
 * @returns undefined if the text has no fault
 */
export function findGrammarFault(bytes: Uint8Array): TextFault | undefined {
  const open: number[] = [];
  let expecting: Expecting = 'value';
  let at = 0;

  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at += 1;
      continue;
    }
    const container = open.at(-1);
    const closer = container === undefined ? -1 : container + 2;
    if (byte === closer && expecting !== 'value' && expecting !== 'name' && expecting !== 'colon') {
      open.pop();
      at += 1;
      expecting = open.length === 0 ? 'end' : 'separator';
      continue;
    }
    if (expecting === 'separator' && byte === 0x2c) {
      at += 1;
      expecting = container === openObject ? 'name' : 'value';
      continue;
    }
    if (expecting === 'colon' && byte === 0x3a) {
      at += 1;
      expecting = 'value';
      continue;
    }
    if ((expecting === 'name' || expecting === 'first-name') && byte === 0x22) {
      const token = scanString(bytes, at);
      if (token.reason !== undefined) return { offset: token.at, reason: token.reason };
      at = token.at;
      expecting = 'colon';
      continue;
    }
    if (expecting !== 'value' && expecting !== 'first-element') return unexpected(bytes, at, expecting, container);
    if (byte === openObject || byte === openArray) {
      open.push(byte);
      at += 1;
      expecting = byte === openObject ? 'first-name' : 'first-element';
      continue;
    }
    const token = scanScalar(bytes, at);
    if (token === undefined) return unexpected(bytes, at, expecting, container);
    if (token.reason !== undefined) return { offset: token.at, reason: token.reason };
    at = token.at;
    expecting = open.length === 0 ? 'end' : 'separator';
  }
  return expecting === 'end' ? undefined : unexpected(bytes, at, expecting, open.at(-1));
}

function scanScalar(bytes: Uint8Array, at: number): ReturnType<typeof scanString> | undefined {
  const byte = bytes[at] ?? 0;
  if (byte === 0x22) return scanString(bytes, at);
  if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return scanNumber(bytes, at);
  return scanWord(bytes, at);
}

function unexpected(bytes: Uint8Array, at: number, expecting: Expecting, container: number | undefined): TextFault {
  const separators = container === openObject ? 'comma-or-object-end' : 'comma-or-array-end';
  const expected = expecting === 'separator' ? separators : expectations[expecting];
  return { offset: at, reason: expectedAt(bytes, at, expected) };
}
