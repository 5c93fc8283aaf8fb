import type { AttributeDefinition } from '@pimento/contract';
import { isCompositeType } from '../rows/row-columns.ts';
import type { Row } from '../rows/row-path.ts';

/** Rows of several products that are compared with each other. */
export interface AlignedRow {
  /** The text that names the rows; undefined if the rows are aligned by position. */
  label: string | undefined;
  rows: (Row | undefined)[];
}

/** Returns true if an attribute names the rows. Each row then has a text for it that no other row of the product has. */
function isNaming(lists: readonly (readonly Row[])[], name: string): boolean {
  return lists.every((rows) => {
    const texts = rows.map((row) => row[name]).filter((text) => typeof text === 'string' && text !== '');
    return texts.length === rows.length && new Set(texts).size === rows.length;
  });
}

/** Returns the first attribute that names the rows and has the same text in two products. */
function namingChild(lists: readonly (readonly Row[])[], names: readonly string[]): string | undefined {
  return names.find((name) => {
    if (!isNaming(lists, name)) return false;
    const texts = lists.flatMap((rows) => rows.map((row) => row[name]));
    return new Set(texts).size < texts.length;
  });
}

/**
 * Aligns the rows of a composite in several products. Uses the first attribute that names the rows and has the same text in two products.
 * If there is none, aligns the rows by position. Pure.
 * @param children the attributes of the composite, in their order
 */
export function alignRows(lists: readonly (readonly Row[])[], children: readonly AttributeDefinition[]): AlignedRow[] {
  const names = [
    ...new Set([
      ...children.filter((child) => !isCompositeType(child)).map(({ name }) => name),
      ...lists.flatMap((rows) => Object.keys(rows[0] ?? {})),
    ]),
  ];
  const naming = namingChild(lists, names);
  if (naming === undefined) {
    const longest = Math.max(0, ...lists.map((rows) => rows.length));
    return Array.from({ length: longest }, (_, at) => ({ label: undefined, rows: lists.map((rows) => rows[at]) }));
  }
  const byText = lists.map((rows) => new Map(rows.map((row) => [String(row[naming]), row])));
  const texts = new Set(byText.flatMap((rows) => [...rows.keys()]));
  return [...texts].map((label) => ({ label, rows: byText.map((rows) => rows.get(label)) }));
}
