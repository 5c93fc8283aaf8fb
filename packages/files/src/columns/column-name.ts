import type { AttributeNode } from './attribute-tree.ts';

/**
 * The content of a column: the value of an attribute, a list of values, or the number of a composite's row, which distinguishes the rows of
 * one product.
 */
export interface ColumnTarget {
  kind: 'value' | 'list' | 'row';
  /** Keys from the product down, such as `['price', 'amount']`. */
  path: string[];
}

/** Escapes "/", a final "#" or "[]", and "%" before two hexadecimal digits. All other characters stay readable. */
const escapeStep = (step: string): string =>
  step
    .replaceAll(/%(?=[0-9A-Fa-f]{2})/g, '%25')
    .replaceAll('/', '%2F')
    .replace(/#$/, '%23')
    .replace(/\[\]$/, '%5B]');

const unescapeStep = (step: string): string =>
  step.replaceAll(/%(25|2F|23|5B)/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const suffixes = { value: '', list: '[]', row: '#' } as const;

/** Returns the header of a column, such as `name`, `tags[]`, `price#` or `price/amount`. */
export const columnName = ({ kind, path }: ColumnTarget): string => path.map(escapeStep).join('/') + suffixes[kind];

/** Finds a top-level attribute or reserved field by key (keys with `__` in any letter case), or by a name that only one attribute has. */
export function findAttribute(tree: ReadonlyMap<string, AttributeNode>, step: string): AttributeNode | undefined {
  const found = tree.get(step) ?? (step.startsWith('__') ? tree.get(step.toUpperCase()) : undefined);
  if (found !== undefined) return found;
  const named = [...tree.values()].filter(({ name }) => name === step);
  return named.length === 1 ? named[0] : undefined;
}

/** Returns true if an attribute has a list of values. A composite has rows instead. */
const isListOf = (node: AttributeNode | undefined): boolean => node?.multiValue === true && node.children === undefined;

/** Follows a path that begins with a composite. Keeps steps without a definition unchanged, because the import reports them. */
function walk(top: AttributeNode, steps: readonly string[]): { path: string[]; node: AttributeNode | undefined } {
  const path = [top.key];
  let node: AttributeNode | undefined = top;
  for (const step of steps) {
    node = node?.children?.get(step);
    path.push(node?.key ?? step);
  }
  return { path, node };
}

/**
 * Parses a header. "/" and "#" have a meaning only after the name of a composite, so headers like `CPU / GPU` and `Item #` are plain names.
 * @param tree the attributes of the client
 */
export function parseColumnName(
  header: string,
  tree: ReadonlyMap<string, AttributeNode>,
): ColumnTarget & { node: AttributeNode | undefined } {
  const isList = header.endsWith('[]') && header.length > 2;
  const isRow = header.endsWith('#') && header.length > 1;
  const bare = isList ? header.slice(0, -2) : isRow ? header.slice(0, -1) : header;
  const [first = '', ...steps] = bare.split('/').map(unescapeStep);
  const top = findAttribute(tree, first);
  if (top?.children !== undefined && (steps.length > 0 || isRow)) {
    const { path, node } = walk(top, steps);
    if (!isRow) return { kind: isList || isListOf(node) ? 'list' : 'value', path, node };
    if (node?.children !== undefined) return { kind: 'row', path, node };
  }
  const name = unescapeStep(isList ? bare : header);
  const node = findAttribute(tree, name);
  return { kind: isList || isListOf(node) ? 'list' : 'value', path: [node?.key ?? name], node };
}
