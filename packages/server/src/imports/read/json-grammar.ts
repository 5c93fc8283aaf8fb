import { describeByte } from './json-words.ts';
import { scanNumber, scanString, scanWord } from './json-tokens.ts';

/** Where a text stops being JSON: the first byte with which no JSON text could go on. `offset` = length where only the end came too early. */
export interface JsonFault {
  offset: number;
  message: string;
}

type Expecting = 'value' | 'first-element' | 'first-name' | 'name' | 'colon' | 'separator' | 'end';

const wanted: Record<Expecting, string> = {
  value: 'a value',
  'first-element': "a value or ']'",
  'first-name': "a member name in double quotes or '}'",
  name: 'a member name in double quotes',
  colon: "':' after the member name",
  separator: '',
  end: 'nothing more after the value',
};

const openObject = 0x7b;
const openArray = 0x5b;

/** Reads one JSON text by the grammar of RFC 8259, without recursion, so that any depth is safe. Takes the bytes to be UTF-8. */
export function findGrammarFault(bytes: Uint8Array): JsonFault | undefined {
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
      if (token.message !== undefined) return { offset: token.at, message: token.message };
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
    if (token.message !== undefined) return { offset: token.at, message: token.message };
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

function unexpected(bytes: Uint8Array, at: number, expecting: Expecting, container: number | undefined): JsonFault {
  const separators = container === openObject ? "',' or '}'" : "',' or ']'";
  const expected = expecting === 'separator' ? separators : wanted[expecting];
  return { offset: at, message: `expected ${expected} but ${describeByte(bytes, at)}` };
}
