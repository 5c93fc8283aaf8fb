import { type RequirementLevel, requirementLevels, type TargetRequirement } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { jsonPointer } from '../../platform/core.ts';
import { shown } from '../../structure/core.ts';
import type { Requirement } from './checked-standard.ts';
import type { ProblemList } from './problem-list.ts';
import type { Place } from './standard-source.ts';

const notRequired: Requirement = { always: 'optional', byPurpose: new Map() };

export function strongerLevel(a: RequirementLevel, b: RequirementLevel): RequirementLevel {
  return requirementLevels.indexOf(a) > requirementLevels.indexOf(b) ? a : b;
}

/** Returns the strongest of the levels that apply to the given purposes. @param purposes undefined for all purposes */
export function levelFor({ always, byPurpose }: Requirement, purposes?: ReadonlySet<string>): RequirementLevel {
  let level = always;
  for (const [purpose, one] of byPurpose) {
    if (purposes === undefined || purposes.has(purpose)) level = strongerLevel(level, one);
  }
  return level;
}

/** Parses a requirement. Reports purposes that the standard does not have. */
export function readRequirement(
  input: TargetRequirement | undefined,
  { place, pointer }: { place: Place; pointer: string },
  { purposes, found }: { purposes: ReadonlySet<string>; found: ProblemList },
): Requirement {
  if (input === undefined) return notRequired;
  if (typeof input === 'string') return { always: input, byPurpose: new Map() };
  const byPurpose = new Map(Object.entries(input));
  for (const purpose of byPurpose.keys()) {
    if (purposes.has(purpose)) continue;
    const at = pointer + jsonPointer([purpose]);
    found.report(place, at, problem('invalid-field', { kind: 'purpose', purpose: shown(purpose) }));
  }
  return { always: 'optional', byPurpose };
}
