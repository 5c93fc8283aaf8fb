import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../../session/structure.ts';
import { isRows, type Row } from './row-path.ts';

export interface RowColumn {
  /** The key of the values in the rows. */
  name: string;
  /** What the user calls the attribute. */
  label: string;
  definition: AttributeDefinition | undefined;
  isComposite: boolean;
  /** True if the values are right-aligned and have digits of equal width. */
  isNumber: boolean;
  /** Width in pixels. */
  width: number;
  /** True if the column takes a share of the remaining width, because its texts are long. */
  isFlexible: boolean;
}

const numbers = new Set(['integer', 'decimal', 'fraction']);
const typeOf = (definition: AttributeDefinition | undefined): string => definition?.type.id.toLowerCase() ?? '';

export const isCompositeType = (definition: AttributeDefinition | undefined): boolean =>
  typeOf(definition) === 'composite';
export const isNumberType = (definition: AttributeDefinition | undefined): boolean => numbers.has(typeOf(definition));

/**
 * Returns the names of the attributes to show, in the order of the definitions. Properties without a definition follow, so that no value is
 * hidden. `hidden` is the number of attributes that are not shown.
 * @param isWhole true to include attributes without a value
 */
export function shownNames(
  rows: readonly Row[],
  children: readonly AttributeDefinition[],
  isWhole: boolean,
): { names: string[]; hidden: number } {
  const filled = new Set(rows.flatMap((row) => Object.keys(row)));
  const defined = children.filter(({ name }) => isWhole || filled.has(name)).map(({ name }) => name);
  const others = filled.difference(new Set(children.map(({ name }) => name)));
  return { names: [...defined, ...others], hidden: children.length - defined.length };
}

/** Widths in pixels: a letter in a cell, a letter in the head, and the padding of a cell. */
const letter = 7.9;
const headLetter = 7;
const padding = 26;
const limits = { narrowest: 72, widest: 260, head: 210, composite: 200, list: 220 };
/** Assumed number of letters in the name of a type in either language. `longTypeLetters` is the number for `longTypes`. */
const typeLetters = 11;
const longTypeLetters = 17;
const longTypes = new Set(['quantity', 'html', 'datetime']);
/** If the content of a column is estimated to be wider than this many letters, the column takes a share of the remaining width. */
const longText = 34;
/** Maximum number of rows from which the widths of columns are estimated. */
const sampled = 200;

const widestLetter = /[\u1100-\uffef]/gu;
/** Estimates the width of a text in letters. A letter of an East Asian script counts twice. */
const lettersOf = (text: string): number => text.length + (text.match(widestLetter)?.length ?? 0);

function contentLetters(value: unknown, show: (text: string) => string): number {
  if (typeof value === 'string') return Math.max(...show(value).split('\n', 20).map(lettersOf));
  if (!Array.isArray(value)) return value === undefined ? 0 : 12;
  return value.reduce((sum: number, item: unknown) => sum + contentLetters(item, show) + 4, 0);
}

/**
 * Returns the number of letters in the longer line of the head of a column. The head contains the name and, in a smaller font below, the
 * type and the units.
 */
function headLetters(name: string, definition: AttributeDefinition | undefined): number {
  const units = definition?.units?.slice(0, 3).join(' · ') ?? '';
  const typeId = typeOf(definition);
  const named = longTypes.has(typeId) ? longTypeLetters : typeLetters;
  const type = ['string', 'composite', ''].includes(typeId) ? 0 : named;
  return Math.max(lettersOf(name), type + units.length);
}

/** Returns the columns of a table with widths that fit its values. */
export function columnsOf(
  rows: readonly Row[],
  names: readonly string[],
  children: readonly AttributeDefinition[],
  structure: Pick<Structure, 'nameOf' | 'labelOf'>,
): RowColumn[] {
  const byName = new Map(children.map((child) => [child.name, child]));
  const sample = rows.slice(0, sampled);
  return names.map((name) => {
    const definition = byName.get(name);
    const isComposite = isCompositeType(definition) || sample.some((row) => isRows(row[name]));
    const show = (text: string) => structure.labelOf(text, definition);
    const letters = isComposite ? 0 : Math.max(0, ...sample.map((row) => contentLetters(row[name], show)));
    const label = definition ? structure.nameOf(definition) : name;
    const head = Math.min(limits.head, headLetters(label, definition) * headLetter + padding);
    const content = isComposite
      ? limits.composite
      : Math.min(definition?.type.multiValue === true ? limits.list : limits.widest, letters * letter + padding);
    return {
      name,
      label,
      definition,
      isComposite,
      isNumber: isNumberType(definition) && !definition?.type.multiValue,
      width: Math.round(Math.max(limits.narrowest, head, content)),
      isFlexible: !isComposite && letters > longText,
    };
  });
}
