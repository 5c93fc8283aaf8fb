import type { PatternFault } from '@pimento/contract';
import { RE2JS } from 're2js';
import type { CompiledAttribute, Restriction } from './structure-types.ts';

/**
 * Maximum number of instructions of all patterns of an attribute together. Matching takes at most (instructions × characters) steps. 2,000
 * instructions took 10 ms per 1,000 characters in the worst case found. `^[A-Z]{1,255}$` needs 513.
 */
const maxInstructions = 2_000;
const maxPatternLength = 1_000;

/**
 * Compiles the patterns of a valid definition.
 * @throws if a pattern does not compile
 */
export function compilePatterns(restriction: Restriction | null): CompiledAttribute['patterns'] {
  return (restriction?.patterns ?? []).map(({ pattern, message }) => ({
    compiled: RE2JS.compile(pattern),
    pattern,
    message,
  }));
}

/** Returns the reasons why patterns cannot be used, by the index of the pattern. The map is empty if all patterns are valid. */
export function judgePatterns(patterns: { pattern: string }[]): Map<number, PatternFault> {
  const faults = new Map<number, PatternFault>();
  let instructions = 0;
  for (const [index, { pattern }] of patterns.entries()) {
    const size = measurePattern(pattern);
    if (typeof size !== 'number') {
      faults.set(index, size);
      continue;
    }
    instructions += size;
    if (instructions > maxInstructions) {
      faults.set(index, { kind: 'too-large', maxInstructions });
    }
  }
  return faults;
}

function measurePattern(pattern: string): number | PatternFault {
  if (pattern.length > maxPatternLength) return { kind: 'too-long', maxCharacters: maxPatternLength };
  try {
    return RE2JS.compile(pattern).programSize();
  } catch (fault) {
    return { kind: 'syntax', reason: fault instanceof Error ? fault.message : String(fault) };
  }
}
