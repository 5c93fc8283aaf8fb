import type { StandardHead } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { findUnit, type Unit } from '@pimento/formula';
import { jsonPointer } from '../../platform/core.ts';
import { shown } from '../../structure/core.ts';
import type { ProblemList } from './problem-list.ts';
import type { Place } from './standard-source.ts';

/** Returns the units for which the standard defines a name, by this name. Reports unknown units. */
export function judgeUnits(head: StandardHead, place: Place, found: ProblemList): ReadonlyMap<string, Unit> {
  const named = new Map<string, Unit>();
  for (const [name, { rec20 = name }] of Object.entries(head.unitsOfMeasure ?? {})) {
    const unit = findUnit(rec20);
    if (unit === undefined)
      found.report(place, jsonPointer(['unitsOfMeasure', name]), problem('unknown-unit', { unit: shown(rec20) }));
    else named.set(name, unit);
  }
  return named;
}

/** Finds a unit by the standard's name for it, or by one of its general names. */
export function findStandardUnit(named: ReadonlyMap<string, Unit>, name: string): Unit | undefined {
  return named.get(name) ?? findUnit(name);
}
