import { TagsInput } from '@mantine/core';
import { findUnit, units as knownUnits } from '@pimento/formula/units';
import { useUnitTexts } from './unit-texts.ts';

/** Returns the symbols of the units that can be converted to the first unit, or of all units if the first unit is missing or unknown. */
function offeredUnits([first]: readonly string[]): string[] {
  const dimension = first === undefined ? undefined : findUnit(first)?.dimension;
  return knownUnits
    .filter((unit) => dimension === undefined || unit.dimension === dimension)
    .map(({ symbol }) => symbol);
}

/** The input for the allowed units of a quantity attribute. */
export function UnitField(props: { units: string[]; onChange: (units: string[]) => void }) {
  const { units, onChange } = props;
  const texts = useUnitTexts();
  return (
    <TagsInput
      label={texts.label}
      description={texts.hint}
      required
      // so few that the list does not scroll, because a scrollable list must be focusable; typing finds the other units
      limit={5}
      data={offeredUnits(units)}
      value={units}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
