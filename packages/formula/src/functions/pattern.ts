import { RE2JS } from 're2js';
import type { Problem } from '../values/problem.ts';
import type { Run } from './run.ts';

const maxPatternLength = 1_000;
/** Maximum number of instructions of a compiled pattern. The time of a match grows with instructions × characters. */
const maxInstructions = 2_000;
/** Number of instructions × characters that counts as one step. In the worst case found, a match of this size takes 50 µs. */
const matchesPerStep = 10_000;

export interface Pattern {
  matcher: RE2JS;
  instructions: number;
}

/** The reason why a pattern cannot be used. */
export interface PatternFault {
  reason: string;
}

const known = new Map<string, Pattern>();
const maxKnown = 1_000;

/** Compiles a pattern for the linear-time engine. Returns a fault if the pattern is invalid or too large. */
export function compilePattern(text: string): Pattern | PatternFault {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (text.length > maxPatternLength) return { reason: `more than ${maxPatternLength} characters` };
  try {
    const matcher = RE2JS.compile(text);
    const instructions = matcher.programSize();
    if (instructions > maxInstructions) return { reason: 'too large' };
    const pattern = { matcher, instructions };
    if (known.size < maxKnown) known.set(text, pattern);
    return pattern;
  } catch (fault) {
    return { reason: fault instanceof Error ? fault.message : String(fault) };
  }
}

export function countMatching(run: Run, pattern: Pattern, text: string): Problem | undefined {
  return run.countSteps(Math.floor((pattern.instructions * text.length) / matchesPerStep));
}

/**
 * Returns the groups of the first match, starting with the whole match. A group that matched nothing is empty. Returns undefined if there
 * is no match.
 */
export function firstMatch(pattern: Pattern, text: string): string[] | undefined {
  const matcher = pattern.matcher.matcher(text);
  if (!matcher.find()) return undefined;
  return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? '');
}

/**
 * Replaces all matches. `$1` is a group and `$$` a dollar sign. Returns undefined if the result exceeds `max` characters before the last
 * match ends.
 */
export function replaceMatches(pattern: Pattern, text: string, replacement: string, max: number): string | undefined {
  const parts = replacement.split(/(\$\$|\$\d)/);
  const matcher = pattern.matcher.matcher(text);
  let result = '';
  let done = 0;
  while (matcher.find()) {
    result += text.slice(done, matcher.start());
    for (const part of parts) result += expand(part, matcher);
    done = matcher.end();
    if (result.length > max) return undefined;
  }
  return result + text.slice(done);
}

function expand(part: string, matcher: ReturnType<RE2JS['matcher']>): string {
  if (part === '$$') return '$';
  if (!/^\$\d$/.test(part)) return part;
  const group = Number(part.slice(1));
  return group <= matcher.groupCount() ? (matcher.group(group) ?? '') : '';
}
