import type { Row } from '../rows-types.ts';

const units = new Set(
  (
    'kg g mg µg t lb lbs oz mm cm dm m km in inch ft yd mm² cm² m² cm³ dm³ m³ l ml cl dl hl gal eur usd chf gbp € $ £ % ' +
    'mw w kw va kva v kv ma a ah mah kwh j kj kcal hz khz mhz ghz rpm °c °f k mbar bar pa kpa n nm db lm lx h min s ms ' +
    'stk stück st pcs pc pce pkg'
  ).split(' '),
);

const bare = (cell: string): string => cell.trim().replace(/^[([](.*)[)\]]$/, '$1');

/** Returns the units in a row of units, by column, without brackets. */
export const unitsOf = (row: Row | undefined): string[] => row?.cells.map(bare) ?? [];

/**
 * Checks whether the row below a header contains units instead of values. Its filled cells are then units of measure or currencies, and it
 * has no product id.
 * @param isId whether a header names a column with ids. Without such a column, the result is false
 */
export function isUnitRow(
  row: Row | undefined,
  headers: readonly string[],
  isId: (header: string) => boolean,
): boolean {
  const cells = unitsOf(row).map((cell) => cell.toLowerCase());
  const ids = headers.flatMap((header, column) => (isId(header) ? [cells[column] ?? ''] : []));
  if (ids.length === 0 || ids.some((id) => id !== '')) return false;
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => units.has(cell));
}
