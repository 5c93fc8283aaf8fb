import { isUtf8 } from 'node:buffer';
import type { JsonFault } from '@pimento/contract';
import { findForeignFormat } from '@pimento/contract/first-bytes';
import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../errors.ts';

const bomBytes = (body: Buffer): number => (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0);

/**
 * Converts a byte offset in a UTF-8 text to line, column and offset. Line and column start at 1. The column counts bytes, without a leading
 * BOM, as in import bodies.
 */
function placeOf(bytes: Buffer, offset: number): { line: number; column: number; offset: number } {
  const before = bytes.subarray(bomBytes(bytes), offset).toString('utf8');
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: Buffer.byteLength(before.slice(lineStart)) + 1, offset };
}

function refusal(body: Buffer, { offset, reason }: { offset: number; reason: JsonFault }): PimentoError {
  const place = placeOf(body, offset);
  return new PimentoError(problem('malformed-json', { kind: 'position', ...place, fault: reason }), place);
}

/** Finds the position and the reason of the first fault in bytes that are not UTF-8 or not JSON. Returns undefined if it finds none. */
export type FaultFinder = (bytes: Uint8Array) => { offset: number; reason: JsonFault } | undefined;

/**
 * Maximum nesting depth of arrays and objects. Without a limit, a deeply nested value could overflow the stack of code that visits it
 * recursively, including code that runs after the response.
 */
const maxLevels = 100;

/** Returns true if a JSON text is nested deeper than `maxLevels`. The result may be wrong if the text is not valid JSON. */
function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.byteLength <= 2 * maxLevels) return false;
  let level = 0;
  let isText = false;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22) isText = !isText;
    else if (byte === 0x5c) at += 1;
    else if (!isText && (byte === 0x5b || byte === 0x7b)) {
      level += 1;
      if (level > maxLevels) return true;
    } else if (!isText && (byte === 0x5d || byte === 0x7d)) level -= 1;
  }
  return false;
}

/**
 * Parses a whole JSON body of moderate size, and skips a leading BOM.
 * @throws PimentoError `malformed-json` with line, column and byte offset, or `invalid-body` if the body is nested too deeply
 */
export function parseJsonBody(body: Buffer, findFault: FaultFinder): unknown {
  const bom = bomBytes(body);
  const bytes = body.subarray(bom);
  if (isTooDeep(bytes)) throw new PimentoError(problem('invalid-body', { kind: 'too-deep', maxLevels }));
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'));
  } catch {
    // this error is ignored, because the fault finder below reports the position and the reason
  }
  const format = findForeignFormat(body);
  if (format !== undefined) throw refusal(body, { offset: 0, reason: { kind: 'foreign-format', format } });
  const fault = findFault(bytes) ?? { offset: 0, reason: { kind: 'not-json', text: 'body' } as const };
  throw refusal(body, { ...fault, offset: bom + fault.offset });
}
