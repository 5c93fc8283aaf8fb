import type { BulkChange } from '@pimento/contract';
import type { StoredRow, StoredValue } from '../../catalog/core.ts';

/** A value that is not a composite. Undefined if there is none. */
export type Leaf = string | string[] | undefined;

const isRow = (item: unknown): item is StoredRow => typeof item === 'object' && item !== null;
const isRows = (value: StoredValue | undefined): value is StoredRow[] => Array.isArray(value) && value.some(isRow);
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, at) => text === b[at]);

/** Returns the texts of a value. After a change to the definition, a stored value has its former form until it is converted. */
function textsOf(leaf: Leaf): string[] {
  if (leaf === undefined || leaf === '') return [];
  return typeof leaf === 'string' ? [leaf] : leaf;
}

/** Returns texts in the form of the attribute. Several texts stay a list, which the import rejects for a single-value attribute. */
function leafOf(texts: readonly string[], isList: boolean): Leaf {
  const [only] = texts;
  if (only === undefined) return undefined;
  return isList || texts.length > 1 ? [...texts] : only;
}

/** Thrown if changes would add more than `maxGrowth` characters to a product. */
export class GrowthError extends Error {
  override readonly name = 'GrowthError';
}

/** The number of characters by which a product may still grow. */
export interface Growth {
  left: number;
}

type Replacement = Extract<BulkChange, { kind: 'replace' }>;

const syntaxCharacters = /[\\^$.*+?()[\]{}|/]/g;

const patternOf = ({ find, ignoreCase }: Replacement): RegExp =>
  new RegExp(find.replaceAll(syntaxCharacters, String.raw`\$&`), ignoreCase === true ? 'giu' : 'gu');

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _match of text.matchAll(pattern)) count += 1;
  return count;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/**
 * Returns the maximum number of characters that a change adds to one value. A short text that is added to many rows or matches can become
 * gigabytes.
 */
function growthOf(change: BulkChange, texts: readonly string[], copied: Leaf): number {
  switch (change.kind) {
    case 'set':
      return lengthOf(textsOf(change.value));
    case 'add':
      return lengthOf(change.values);
    case 'copy':
      return lengthOf(textsOf(copied));
    case 'replace': {
      const pattern = patternOf(change);
      return change.replacement.length * texts.reduce((sum, text) => sum + countMatches(text, pattern), 0);
    }
    default:
      return 0;
  }
}

function changedTexts(change: BulkChange, texts: readonly string[], copied: Leaf): readonly string[] {
  switch (change.kind) {
    case 'set':
      return textsOf(change.value).filter((text) => text !== '');
    case 'clear':
      return [];
    case 'add':
      return [...texts, ...new Set(change.values).difference(new Set(texts))];
    case 'remove':
      return texts.filter((text) => !change.values.includes(text));
    case 'replace':
      return texts
        .map((text) => text.replaceAll(patternOf(change), () => change.replacement))
        .filter((text) => text !== '');
    case 'copy':
      return copied === undefined ? texts : textsOf(copied);
  }
}

/**
 * Applies a change to one value.
 * @param copied the value to copy
 * @returns the same value if nothing changes
 * @throws GrowthError
 */
export function changedLeaf(
  change: BulkChange,
  leaf: Leaf,
  { isList, copied, growth }: { isList: boolean; copied?: Leaf; growth: Growth },
): Leaf {
  const texts = textsOf(leaf);
  growth.left -= growthOf(change, texts, copied);
  if (growth.left < 0) throw new GrowthError();
  const next = changedTexts(change, texts, copied);
  return isSame(texts, next) ? leaf : leafOf(next, isList);
}

function changedRow(row: StoredRow, keys: readonly string[], edit: (leaf: Leaf) => Leaf): StoredRow {
  const [key = '', ...deeper] = keys;
  const old = Object.hasOwn(row, key) ? row[key] : undefined;
  const next = changedAt(old, deeper, edit);
  if (next === old) return row;
  if (next !== undefined) return { ...row, [key]: next };
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== key));
}

/**
 * Applies an edit to the value at a path, in every row.
 * @param keys stored keys inside the rows; empty for the value itself
 * @returns the new value; undefined if none is left, and the same object if nothing changes
 */
export function changedAt(
  value: StoredValue | undefined,
  keys: readonly string[],
  edit: (leaf: Leaf) => Leaf,
): StoredValue | undefined {
  if (keys.length === 0) return edit(isRows(value) ? undefined : value); // whole rows can only be cleared
  if (!isRows(value)) return value;
  const rows = value.map((row) => changedRow(row, keys, edit));
  return rows.every((row, at) => row === value[at]) ? value : rows;
}
