import type { Unit } from '../values/unit-types.ts';
import { electricityUnits } from './electricity.ts';
import { energyUnits } from './energy.ts';
import { informationUnits } from './information.ts';
import { lengthUnits } from './length.ts';
import { massUnits } from './mass.ts';
import { materialUnits } from './material.ts';
import { mechanicsUnits } from './mechanics.ts';
import { volumeUnits } from './volume.ts';

const named = [
  ...massUnits,
  ...lengthUnits,
  ...volumeUnits,
  ...mechanicsUnits,
  ...energyUnits,
  ...electricityUnits,
  ...informationUnits,
  ...materialUnits,
];

/** All units, grouped by dimension. */
export const units: readonly Unit[] = named.map(({ unit }) => unit);

const byName = new Map<string, Unit>();
const byFoldedName = new Map<string, Unit | 'ambiguous'>();
for (const { unit, names } of named) {
  for (const name of names) {
    byName.set(name, unit);
    const folded = foldName(name);
    const other = byFoldedName.get(folded);
    byFoldedName.set(folded, other === undefined || other === unit ? unit : 'ambiguous');
  }
}

/** Maximum number of characters of a unit's name. Longer text is not normalized, because that can take quadratic time. */
const maxNameLength = 255;

/**
 * Finds a unit by its UN/ECE Recommendation 20 code, its UCUM code, its symbol, or an alias. Letter case matters only if it distinguishes
 * two units (`mW`, `MW`). Otherwise, letter case, white space and dots are ignored.
 */
export function findUnit(name: string): Unit | undefined {
  const exact = byName.get(name);
  if (exact !== undefined || name.length > maxNameLength) return exact;
  const folded = byFoldedName.get(foldName(name));
  return folded === 'ambiguous' ? undefined : folded;
}

function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.]+/g, '');
}
