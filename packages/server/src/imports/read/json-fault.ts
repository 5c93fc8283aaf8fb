import { type JsonFault, findGrammarFault } from './json-grammar.ts';
import { describeUtf8Fault, findUtf8Fault } from './utf8-gate.ts';

/**
 * Names the first byte that keeps `bytes` from being one JSON text in UTF-8, and the reason in plain words; undefined where they are one.
 * Agrees with JSON.parse on what is JSON. Slow beside it: meant for texts that JSON.parse refused.
 */
export function findJsonFault(bytes: Uint8Array): JsonFault | undefined {
  const utf8FaultAt = findUtf8Fault(bytes);
  if (utf8FaultAt === undefined) return findGrammarFault(bytes);
  const before = findGrammarFault(bytes.subarray(0, utf8FaultAt));
  if (before !== undefined && before.offset < utf8FaultAt) return before;
  return { offset: utf8FaultAt, message: describeUtf8Fault(bytes[utf8FaultAt] ?? 0) };
}
