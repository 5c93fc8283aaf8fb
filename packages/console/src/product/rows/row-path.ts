/** A row of a composite: name of the child → value. */
export type Row = Record<string, unknown>;

/**
 * The position of a value in the rows of a composite: indexes of rows and names of children, such as `[0, 'audits', 1, 'score']`. `[]`
 * means all rows.
 */
export type Path = readonly (string | number)[];

export const isRow = (item: unknown): item is Row => typeof item === 'object' && item !== null && !Array.isArray(item);

/** Returns true if a value is a list with at least one row. An empty list could also be a list of texts. */
export const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/** Returns a unique string for a path. `pathOf` parses it. */
export const keyOf = (path: Path): string => JSON.stringify(path);
export const pathOf = (key: string): Path => JSON.parse(key) as Path; // `keyOf` wrote this text

export const isSamePath = (a: Path | undefined, b: Path | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.length === b.length && a.every((step, at) => step === b[at]));

/** Returns true if `path` equals `outer` or is inside it. */
export const isWithin = (path: Path, outer: Path): boolean =>
  path.length >= outer.length && outer.every((step, at) => step === path[at]);

/** Returns the value at a path, or undefined if there is none. */
export function valueAt(node: unknown, path: Path): unknown {
  let found = node;
  for (const step of path) {
    if (typeof step === 'number') found = isRows(found) ? found[step] : undefined;
    else found = isRow(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** Returns the rows at the path of a composite, or an empty list if the composite has no value. */
export function rowsAt(rows: readonly Row[], path: Path): Row[] {
  const value = valueAt(rows, path);
  return isRows(value) ? value : [];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns a row with a new value for one attribute. An empty value removes the attribute. An existing attribute keeps its position. */
export function changedRow(row: Row, name: string, value: unknown): Row {
  if (!isEmpty(value)) return { ...row, [name]: value };
  const { [name]: _before, ...rest } = row;
  return rest;
}

/** Returns the rows with a different value at a path. Rows outside this path stay the same objects. Missing rows are created. */
export function changedRows(rows: readonly Row[], path: Path, value: unknown): Row[] {
  return replaced(rows, path, value) as Row[]; // the first step of a path is the index of a row
}

function replaced(node: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'string') {
    const row = isRow(node) ? node : {};
    return changedRow(row, step, replaced(row[step], rest, value));
  }
  const items: unknown[] = isRows(node) ? [...node] : [];
  items[Math.min(step, items.length)] = replaced(items[step] ?? {}, rest, value);
  return items;
}
