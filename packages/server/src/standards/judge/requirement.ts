import { type RequirementLevel, requirementLevels } from '@pimento/contract';
import type { Requirement } from './checked-standard.ts';

export const notRequired: Requirement = { always: 'optional', byPurpose: new Map() };

/** Returns the stronger of two levels. */
export function strongerLevel(a: RequirementLevel, b: RequirementLevel): RequirementLevel {
  return requirementLevels.indexOf(a) > requirementLevels.indexOf(b) ? a : b;
}

/**
 * Returns the level that applies for some purposes: the strongest of them.
 * @param purposes the selected purposes; undefined: all
 */
export function levelFor({ always, byPurpose }: Requirement, purposes: ReadonlySet<string> | undefined): RequirementLevel {
  let level = always;
  for (const [purpose, one] of byPurpose) {
    if (purposes === undefined || purposes.has(purpose)) level = strongerLevel(level, one);
  }
  return level;
}
