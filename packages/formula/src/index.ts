export {
  AttributeIndex,
  type AttributePath,
  type AttributeType,
  type FormulaAttribute,
  reservedAttributes,
} from './compile/attribute-index.ts';
export { type CompiledFormula, compileFormula, type CompileResult, parseFormula } from './compile/compile.ts';
export type { Dependencies, FormulaScope } from './compile/scope.ts';
export { SlotTable } from './compile/slot-table.ts';
export { restoreFormula, storeFormula, type StoredFormula } from './compile/stored-formula.ts';
export { anyType, type Type } from './compile/type.ts';
export { type AssetFacts, type Environment, Run } from './functions/run.ts';
export { createValueMap, type ValueMap } from './functions/value-map.ts';
export type { FormulaError, FormulaErrorCode } from './syntax/formula-error.ts';
export { print as printFormula, printName } from './syntax/printer.ts';
export type { FormulaTree } from './syntax/tree.ts';
export { createLookupTable, currencyDecimals, isCurrency, type LookupTable } from './tables/lookup-table.ts';
export { convertUnit } from './units/convert.ts';
export { parseQuantity } from './units/quantity-text.ts';
export { findUnit, units } from './units/unit.ts';
export { CalendarDate, compareDates, dateToText, parseDate } from './values/calendar-date.ts';
export { countCodePoints, utf8Length } from './values/code-points.ts';
export { toDate, toNumber, toText, toTruth } from './values/convert-value.ts';
export { formatByPattern } from './values/date-pattern.ts';
export { addDecimals, asComputed, compareDecimals, Decimal, integerOf, multiplyDecimals } from './values/decimal.ts';
export { decimalToText, parseDecimal } from './values/decimal-text.ts';
export { Problem, type ProblemCode, shown, type Span } from './values/problem.ts';
export type { Unit } from './values/unit-types.ts';
export {
  Asset,
  isList,
  Money,
  Quantity,
  type RawRow,
  type RawValue,
  type Result,
  Row,
  type Value,
} from './values/value.ts';
