import { isUtf8 } from 'node:buffer';
import type { JsonFault } from '@pimento/contract';
import { findForeignFormat } from '@pimento/contract/first-bytes';
import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../errors.ts';

/** Converts a byte offset in a UTF-8 text to line, column and offset (line and column start at 1; column in bytes, as in import bodies). */
function placeOf(bytes: Buffer, offset: number): { line: number; column: number; offset: number } {
  const before = bytes.subarray(0, offset).toString('utf8');
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: Buffer.byteLength(before.slice(lineStart)) + 1, offset };
}

function refusal(body: Buffer, { offset, reason }: { offset: number; reason: JsonFault }): PimentoError {
  const place = placeOf(body, offset);
  return new PimentoError(problem('malformed-json', { kind: 'position', ...place, fault: reason }), place);
}

/** Finds the position and reason of the first fault in a text that JSON.parse rejected. */
export type FaultFinder = (bytes: Uint8Array) => { offset: number; reason: JsonFault } | undefined;

/**
 * Parses a whole JSON body of moderate size; skips a leading BOM.
 * @throws PimentoError `malformed-json` with line, column and byte offset
 */
export function parseJsonBody(body: Buffer, findFault: FaultFinder): unknown {
  const bom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  const bytes = body.subarray(bom);
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'));
  } catch {
    // ignored, because the fault finder below reports position and reason
  }
  const format = findForeignFormat(body);
  if (format !== undefined) throw refusal(body, { offset: 0, reason: { kind: 'foreign-format', format } });
  const fault = findFault(bytes) ?? { offset: 0, reason: { kind: 'not-json', text: 'body' } as const };
  throw refusal(body, { ...fault, offset: bom + fault.offset });
}
