import type { AttributeDefinition } from '@pimento/contract';
import { type Line, linesOf, type LineView } from './row-lines.ts';
import { isRow, isRows, keyOf, type Path, type Row, valueAt } from './row-path.ts';

/** Maximum number of lines that are shown without unfolding anything. */
const firstLines = 14;

/** Returns the keys of the composites on a line that have rows. */
export function compositesOf(line: Line): string[] {
  if (line.kind === 'section') return line.rows.length > 0 ? [line.key] : [];
  if (line.kind !== 'row') return [];
  const filled = line.columns.filter(({ name }) => isRows(line.row[name]));
  return filled.map(({ name }) => keyOf([...line.path, name]));
}

/**
 * Returns the keys of the composites that are open at first. Tries the composites from top to bottom, and opens each one unless the table
 * would then have more than `firstLines` lines.
 */
export function firstOpen(
  rows: readonly Row[],
  definition: AttributeDefinition | undefined,
  view: Omit<LineView, 'open'>,
): Set<string> {
  let open = new Set<string>();
  const tried = new Set<string>();
  for (;;) {
    const closed = linesOf(rows, definition, { ...view, open }).slice(0, firstLines);
    const next = closed.flatMap(compositesOf).find((key) => !tried.has(key));
    if (next === undefined) return open;
    tried.add(next);
    const wider = new Set(open).add(next);
    if (linesOf(rows, definition, { ...view, open: wider }).length <= firstLines) open = wider;
  }
}

/** Returns the keys of all composites with rows. */
export function allOpen(rows: readonly Row[]): Set<string> {
  const open = new Set<string>();
  visit(rows, [], (path, value) => {
    if (isRows(value)) open.add(keyOf(path));
  });
  return open;
}

/** Returns the paths whose value or attribute name contains a text. Ignores letter case. */
export function pathsWith(rows: readonly Row[], searched: string): Path[] {
  const found: Path[] = [];
  const text = searched.toLowerCase();
  visit(rows, [], (path, value) => {
    const isNamed = String(path.at(-1)).toLowerCase().includes(text);
    if (isNamed || textsOf(value).some((one) => one.toLowerCase().includes(text))) found.push(path);
  });
  return found;
}

/** Returns the paths of the values that differ from another version of the rows. */
export function differentPaths(rows: readonly Row[], other: unknown): Path[] {
  const found: Path[] = [];
  visit(rows, [], (path, value) => {
    if (!isRows(value) && JSON.stringify(value) !== JSON.stringify(valueAt(other, path))) found.push(path);
  });
  return found;
}

/**
 * Returns true if a value, or the name of an attribute in it, contains a text. All stored values are texts, also numbers and booleans.
 * @param searched in lower case
 */
export function containsText(value: unknown, searched: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(searched);
  if (Array.isArray(value)) return value.some((item) => containsText(item, searched));
  if (!isRow(value)) return false;
  return Object.entries(value).some(
    ([name, inner]) => name.toLowerCase().includes(searched) || containsText(inner, searched),
  );
}

/** Returns the keys of the composites that contain a path. */
export function keysAbove(path: Path): string[] {
  return path.flatMap((step, at) =>
    typeof step === 'string' && at < path.length - 1 ? [keyOf(path.slice(0, at + 1))] : [],
  );
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Calls a function for each value of the rows, outer values first. */
function visit(rows: readonly Row[], path: Path, act: (path: Path, value: unknown) => void): void {
  rows.forEach((row, index) => {
    for (const [name, value] of Object.entries(row)) {
      const place = [...path, index, name];
      act(place, value);
      if (isRows(value)) visit(value.filter(isRow), place, act);
    }
  });
}
