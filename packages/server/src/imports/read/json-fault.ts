import { findGrammarFault } from './json-grammar.ts';
import type { TextFault } from './json-words.ts';
import { findUtf8Fault, utf8Fault } from './utf8-gate.ts';

/**
 * Finds the first byte that makes `bytes` invalid as JSON text in UTF-8, and the reason. Accepts the same texts as JSON.parse, but is
 * slower. Use it only for texts that JSON.parse rejected.
 * @returns undefined if `bytes` are valid
 */
export function findJsonFault(bytes: Uint8Array): TextFault | undefined {
  const utf8FaultAt = findUtf8Fault(bytes);
  if (utf8FaultAt === undefined) return findGrammarFault(bytes);
  const before = findGrammarFault(bytes.subarray(0, utf8FaultAt));
  if (before !== undefined && before.offset < utf8FaultAt) return before;
  return { offset: utf8FaultAt, reason: utf8Fault(bytes[utf8FaultAt] ?? 0) };
}
