import { findGrammarFault } from './json-grammar.ts';
import type { TextFault } from './json-words.ts';
import { findUtf8Fault, utf8Fault } from './utf8-gate.ts';

/**
 * Names the first byte that keeps `bytes` from being one JSON text in UTF-8, and the reason; undefined if they are one.
 * Agrees with JSON.parse on what is JSON. Slow beside it: meant for texts that JSON.parse refused.
 */
export function findJsonFault(bytes: Uint8Array): TextFault | undefined {
  const utf8FaultAt = findUtf8Fault(bytes);
  if (utf8FaultAt === undefined) return findGrammarFault(bytes);
  const before = findGrammarFault(bytes.subarray(0, utf8FaultAt));
  if (before !== undefined && before.offset < utf8FaultAt) return before;
  return { offset: utf8FaultAt, reason: utf8Fault(bytes[utf8FaultAt] ?? 0) };
}
