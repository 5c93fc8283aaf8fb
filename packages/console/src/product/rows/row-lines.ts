import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../../session/structure.ts';
import { columnsOf, isCompositeType, type RowColumn, shownNames } from './row-columns.ts';
import { isRows, keyOf, type Path, type Row, rowsAt } from './row-path.ts';

interface LineBase {
  key: string;
  /** The depth, from 1. */
  level: number;
}

/** The names of the columns of a table. */
export interface HeadLine extends LineBase {
  kind: 'head';
  columns: readonly RowColumn[];
}

export interface TableLine extends LineBase {
  kind: 'row';
  path: Path;
  row: Row;
  columns: readonly RowColumn[];
  isOpen: boolean;
}

/** A line with a name and a value, for an attribute of a composite that has one row. */
export interface FieldLine extends LineBase {
  kind: 'field';
  path: Path;
  /** What the user calls the attribute. */
  label: string;
  definition: AttributeDefinition | undefined;
  value: unknown;
}

/** A composite, followed by its rows if it is open. If its only content is one row with one composite, both are joined. */
export interface SectionLine extends LineBase {
  kind: 'section';
  /** The path of the outermost of the joined composites. */
  path: Path;
  /** The names of the joined composites in their rows. */
  names: readonly string[];
  /** What the user calls the joined composites. */
  labels: readonly string[];
  /** The rows of the innermost of the joined composites, and its definition. */
  rows: readonly Row[];
  definition: AttributeDefinition | undefined;
  isOpen: boolean;
  /** The number of attributes without a value that are not shown. */
  hidden: number;
  isWhole: boolean;
}

/** A line that shows or hides the attributes without a value in the outermost composite. */
export interface MoreLine extends LineBase {
  kind: 'more';
  path: Path;
  hidden: number;
  isWhole: boolean;
}

export type Line = HeadLine | TableLine | FieldLine | SectionLine | MoreLine;

export interface LineView {
  structure: Structure;
  /** The keys of the composites that are open. */
  open: ReadonlySet<string>;
  /** The keys of the composites whose attributes without a value are shown. */
  whole: ReadonlySet<string>;
  /** True to offer no line that shows the attributes without a value, because they cannot be filled in. */
  isReadOnly?: boolean;
}

/**
 * Returns the rows of a composite as lines, including the rows of the open composites inside them. A composite with several rows is a
 * table, and a composite with one row is a list of names and values.
 */
export function linesOf(rows: readonly Row[], definition: AttributeDefinition | undefined, view: LineView): Line[] {
  const lines: Line[] = [];
  if (rows.length === 0) return lines;
  const { hidden, isWhole } = addContent(lines, view, { path: [], rows, definition, level: 1 });
  if (hidden > 0 || isWhole) lines.push({ kind: 'more', key: 'more', level: 1, path: [], hidden, isWhole });
  return lines;
}

interface Composite {
  path: Path;
  rows: readonly Row[];
  definition: AttributeDefinition | undefined;
  level: number;
}

type Shown = ReturnType<typeof shownNames>;

const childrenOf = (view: LineView, definition: AttributeDefinition | undefined) =>
  definition ? view.structure.childrenOf(definition.path) : [];

function namesOf(
  view: LineView,
  rows: readonly Row[],
  children: readonly AttributeDefinition[],
  isWhole: boolean,
): Shown {
  const shown = shownNames(rows, children, isWhole);
  return view.isReadOnly === true ? { ...shown, hidden: 0 } : shown;
}

function addContent(lines: Line[], view: LineView, composite: Composite): { hidden: number; isWhole: boolean } {
  const { path, rows, definition } = composite;
  const children = childrenOf(view, definition);
  // an empty row shows all attributes, so that they can be filled in
  const isWhole = view.whole.has(keyOf(path)) || rows.every((row) => Object.keys(row).length === 0);
  const shown = namesOf(view, rows, children, isWhole);
  if (rows.length === 1) addFields(lines, view, composite, shown, children);
  else if (rows.length > 1) addTable(lines, view, composite, shown, children);
  return { hidden: shown.hidden, isWhole: view.whole.has(keyOf(path)) };
}

function addFields(
  lines: Line[],
  view: LineView,
  { path, rows, level }: Composite,
  { names }: Shown,
  children: readonly AttributeDefinition[],
): void {
  for (const name of names) {
    const value = rows[0]?.[name];
    const definition = children.find((child) => child.name === name);
    const place = [...path, 0, name];
    if (isCompositeType(definition) || isRows(value))
      addSection(lines, view, { path: place, value, definition, level });
    else {
      const label = definition ? view.structure.nameOf(definition) : name;
      lines.push({ kind: 'field', key: keyOf(place), level, path: place, label, definition, value });
    }
  }
}

function addTable(
  lines: Line[],
  view: LineView,
  { path, rows, level }: Composite,
  { names }: Shown,
  children: readonly AttributeDefinition[],
): void {
  const columns = columnsOf(rows, names, children, view.structure);
  lines.push({ kind: 'head', key: `head ${keyOf(path)}`, level, columns });
  const composites = columns.filter(({ isComposite }) => isComposite);
  rows.forEach((row, index) => {
    const place = [...path, index];
    const opened = composites.filter(({ name }) => isRows(row[name]) && view.open.has(keyOf([...place, name])));
    lines.push({ kind: 'row', key: keyOf(place), level, path: place, row, columns, isOpen: opened.length > 0 });
    for (const { name, definition: child } of opened)
      addSection(lines, view, { path: [...place, name], value: row[name], definition: child, level: level + 1 });
  });
}

function addSection(
  lines: Line[],
  view: LineView,
  section: { path: Path; value: unknown; definition: AttributeDefinition | undefined; level: number },
): void {
  const { path, value, definition, level } = section;
  const key = keyOf(path);
  const isOpen = view.open.has(key);
  const rows = isRows(value) ? value : [];
  const isWhole = view.whole.has(key);
  const inner = isWhole
    ? { path, rows, definition, ...stepOf(view, nameOf(path), definition) }
    : joined(view, path, rows, definition);
  const line: SectionLine = {
    kind: 'section',
    key,
    level,
    path,
    names: inner.names,
    labels: inner.labels,
    rows: inner.rows,
    definition: inner.definition,
    isOpen,
    hidden: 0,
    isWhole,
  };
  lines.push(line);
  line.hidden = namesOf(view, rows, childrenOf(view, definition), isWhole).hidden;
  if (isOpen) addContent(lines, view, { ...inner, level: level + 1 });
}

/** Returns the name and the label of one composite, each in a list. */
const stepOf = (view: LineView, name: string, definition: AttributeDefinition | undefined) => ({
  names: [name],
  labels: [definition ? view.structure.nameOf(definition) : name],
});

const nameOf = (path: Path): string => String(path.at(-1));

/** Follows nested composites as long as the only content of each is one row with one composite. */
function joined(
  view: LineView,
  path: Path,
  rows: readonly Row[],
  definition: AttributeDefinition | undefined,
): Omit<Composite, 'level'> & { names: string[]; labels: string[] } {
  const { names, labels } = stepOf(view, nameOf(path), definition);
  let inner = { path, rows, definition };
  for (;;) {
    const [name, ...others] = Object.keys(inner.rows[0] ?? {});
    if (inner.rows.length !== 1 || name === undefined || others.length > 0) return { ...inner, names, labels };
    const next = rowsAt(inner.rows, [0, name]);
    if (next.length === 0 || view.whole.has(keyOf([...inner.path, 0, name]))) return { ...inner, names, labels };
    const child = childrenOf(view, inner.definition).find((one) => one.name === name);
    const step = stepOf(view, name, child);
    names.push(...step.names);
    labels.push(...step.labels);
    inner = {
      path: [...inner.path, 0, name],
      rows: next,
      definition: child,
    };
  }
}
