import type { Mapping } from '@pimento/contract';
import {
  AttributeIndex,
  compileFormula,
  createLookupTable,
  createValueMap,
  type FormulaAttribute,
  type FormulaError,
  type FormulaScope,
  reservedAttributes,
  SlotTable,
} from '@pimento/formula';

/** Returns the scope of formulas at the top level of a mapping. */
export function mappingScope(
  attributes: readonly FormulaAttribute[],
  { maps = {}, tables = {} }: Pick<Mapping, 'maps' | 'tables'>,
  accountFields: readonly string[],
): FormulaScope {
  const noEntries = createValueMap(new Map(), false);
  return {
    attributes: new AttributeIndex([...reservedAttributes, ...attributes]),
    slots: new SlotTable(),
    maps: new Map(Object.keys(maps).map((id) => [id, noEntries])),
    tables: new Map(Object.entries(tables).map(([id, { columns }]) => [id, createLookupTable(columns, [])])),
    accountFields: new Set(accountFields),
  };
}

/**
 * Returns the scope of the formulas of a composite's children. They can read the rows that the formula `rows` returns. `it` is the current
 * row or value.
 */
export function rowScope(scope: FormulaScope, rows: string | undefined): FormulaScope {
  if (rows === undefined || rows.trim() === '') return scope;
  const { formula } = compileFormula(rows, scope);
  if (formula === undefined) return scope;
  const { composite } = formula.type;
  return {
    ...scope,
    rows: composite === undefined ? (scope.rows ?? []) : [...(scope.rows ?? []), composite],
    element: { ...formula.type, isList: false },
  };
}

/** Returns the errors of a formula. An empty text has no errors. */
export function judgeFormula(text: string, scope: FormulaScope): FormulaError[] {
  return text.trim() === '' ? [] : compileFormula(text, scope).errors;
}
