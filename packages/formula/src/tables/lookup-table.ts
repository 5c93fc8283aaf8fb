import { units } from '../units/unit.ts';
import { countryLines } from './country-lines.ts';
import { currencyLines } from './currency-lines.ts';
import { languageLines } from './language-lines.ts';

/** A table that `lookup` reads. Rows are found by the text of their first column. */
export interface LookupTable {
  columns: readonly string[];
  rows: ReadonlyMap<string, readonly string[]>;
}

/** Creates a table from rows whose first cell is the key. If several rows have the same key, the first one is used. */
export function createLookupTable(columns: readonly string[], rows: readonly (readonly string[])[]): LookupTable {
  const byKey = new Map<string, readonly string[]>();
  for (const row of rows) {
    const [key = ''] = row;
    if (!byKey.has(key)) byKey.set(key, row);
  }
  return { columns, rows: byKey };
}

const cellsOf = (lines: string) => lines.split('\n').map((line) => line.split('|'));

const currencies = createLookupTable(['key', 'value', 'decimals'], cellsOf(currencyLines));

/** The tables that every formula can read. */
export const builtInTables: ReadonlyMap<string, LookupTable> = new Map([
  ['countries', createLookupTable(['key', 'value', 'alpha3'], cellsOf(countryLines))],
  ['currencies', currencies],
  ['languages', createLookupTable(['key', 'value'], cellsOf(languageLines))],
  [
    'units',
    createLookupTable(
      ['key', 'value', 'ucum', 'dimension'],
      units.map(({ rec20, symbol, ucum, dimension }) => [rec20, symbol, ucum, dimension]),
    ),
  ],
]);

export function isCurrency(code: string): boolean {
  return currencies.rows.has(code);
}

/** Returns the number of decimal places of a currency's minor unit, or undefined for an unknown currency. */
export function currencyDecimals(code: string): number | undefined {
  const decimals = currencies.rows.get(code)?.[2];
  return decimals === undefined ? undefined : Number(decimals);
}
