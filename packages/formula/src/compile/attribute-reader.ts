import { judgeLength, type Run } from '../functions/run.ts';
import { isCurrency } from '../tables/lookup-table.ts';
import { parseQuantity } from '../units/quantity-text.ts';
import { findUnit } from '../units/unit.ts';
import { parseDate } from '../values/calendar-date.ts';
import { parseDecimal } from '../values/decimal-text.ts';
import { Problem, shown } from '../values/problem.ts';
import { Asset, Money, type RawRow, type RawValue, type Result, Row, type Value } from '../values/value.ts';
import type { AttributePath, FormulaAttribute } from './attribute-index.ts';
import { parseFraction } from './fraction.ts';

export type RawReader = (raw: RawValue, run: Run) => Result;

type TextReader = (text: string) => Result;

/** Reading this many elements of a stored list counts as one step. */
const elementsPerStep = 4;

/**
 * Returns a function that reads a stored value of an attribute. The stored value determines whether it is read as text, as a list or as a
 * row. For example, text that is stored for a composite is read as text, and a list is read as a list even if the attribute takes one
 * value. A row of an attribute that is not a composite is read as empty.
 */
function readerOf(attribute: FormulaAttribute): RawReader {
  const readText = textReaderOf(attribute);
  const isComposite = attribute.type === 'composite';
  const read: RawReader = (raw, run) => {
    if (typeof raw === 'string') return raw === '' ? undefined : readText === undefined ? raw : readText(raw);
    if (raw === undefined || raw === null) return undefined;
    if (isRawList(raw)) return readList(raw, run, read);
    return isComposite ? new Row(raw, attribute.key) : undefined;
  };
  return read;
}

/** Returns a function that reads the last attribute of a path. If the attribute is inside rows, the values of all rows become one list. */
export function readerOfPath(path: AttributePath): RawReader {
  const [first, ...rest] = path;
  const last = path.at(-1);
  if (first === undefined || last === undefined || rest.length === 0)
    return first === undefined ? () => undefined : readerOf(first);
  const read = readerOf(last);
  const names = rest.map(({ storageName }) => storageName);
  return (raw, run) => {
    let values: RawValue[] = [raw];
    for (const name of names) {
      values = values.flatMap((value) => toRows(value)).map((row) => cellOf(row, name));
      const problem = judgeLength(values.length) ?? run.countSteps(Math.floor(values.length / elementsPerStep));
      if (problem !== undefined) return problem;
    }
    return readList(
      values.flatMap((value) => (isRawList(value) ? value : [value])),
      run,
      read,
    );
  };
}

/** Returns a stored value of a row. Only own properties are read, so `constructor` is empty unless it is stored. */
export function cellOf(row: RawRow, storageName: string): RawValue {
  const cell = row[storageName];
  // A string is always an own property, because a row inherits no string. The slower check is needed only for other values.
  return typeof cell === 'string' || Object.hasOwn(row, storageName) ? cell : undefined;
}

function toRows(raw: RawValue): RawRow[] {
  if (isRawList(raw)) return raw.flatMap(toRows);
  return raw === null || raw === undefined || typeof raw === 'string' ? [] : [raw];
}

function isRawList(raw: RawValue): raw is readonly RawValue[] {
  return Array.isArray(raw);
}

function readList(raw: readonly RawValue[], run: Run, read: RawReader): Result {
  const problem = judgeLength(raw.length) ?? run.countSteps(Math.floor(raw.length / elementsPerStep));
  if (problem !== undefined) return problem;
  const values: Value[] = [];
  for (const one of raw) {
    const value = isRawList(one) ? undefined : read(one, run);
    if (value instanceof Problem) return value;
    if (value !== undefined) values.push(value);
  }
  return values.length === 0 ? undefined : values;
}

/** Returns the function that parses stored text of the attribute's type, or undefined for types whose values are plain text. */
function textReaderOf(attribute: FormulaAttribute): TextReader | undefined {
  switch (attribute.type) {
    case 'integer':
    case 'decimal':
      return decimalReader(attribute.units ?? []);
    case 'fraction':
      return (text) => parseFraction(text) ?? new Problem('not-a-decimal', { value: shown(text) });
    case 'date':
    case 'datetime':
      return (text) => parseDate(text) ?? new Problem('not-a-date', { value: shown(text) });
    case 'asset':
      return (text) => new Asset(text);
    case 'boolean':
      return (text) => (text === 'true' || text === 'false' ? text === 'true' : text);
    case 'quantity':
      return (text) => parseQuantity(text);
    case 'money':
      return readMoney;
    case 'string':
    case 'reference':
    case 'gtin':
    case 'url':
    case 'html':
    case 'composite':
      return undefined;
  }
}

/** Returns a function that reads decimals. If the definition has exactly one unit and the unit is known, every number gets this unit. */
function decimalReader(units: readonly string[]): TextReader {
  const unit = units.length === 1 ? findUnit(units[0] ?? '') : undefined;
  return (text) => parseDecimal(text, unit) ?? new Problem('not-a-decimal', { value: shown(text) });
}

function readMoney(text: string): Result {
  const space = text.lastIndexOf(' ');
  const amount = space === -1 ? undefined : parseDecimal(text.slice(0, space));
  const currency = text.slice(space + 1);
  return amount !== undefined && isCurrency(currency)
    ? new Money(amount, currency)
    : new Problem('not-money', { value: shown(text) });
}
