import type { AttributeDefinition } from '@pimento/contract';
import type { Line } from './row-lines.ts';
import { isSamePath, isWithin, type Path } from './row-path.ts';

/** Position of a cell by line and column. Lines without columns have one cell. */
export interface CellPlace {
  line: number;
  column: number;
}

/** Returns the paths of the cells of a line, or an empty list if no cell of the line can become active. */
export function cellsOf(line: Line): Path[] {
  if (line.kind === 'head') return [];
  if (line.kind === 'row') return line.columns.map(({ name }) => [...line.path, name]);
  if (line.kind === 'more') return [['more']];
  // the path of the composite itself belongs to a cell in the table above
  if (line.kind === 'section') return [[...line.path, '']];
  return [line.path];
}

/** Finds a cell by its path, or the first cell inside a path. */
export function placeOf(lines: readonly Line[], path: Path | undefined): CellPlace | undefined {
  if (path === undefined) return undefined;
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'row' && !isSamePath(path.slice(0, -1), line.path)) continue;
    const column = cellsOf(line).findIndex((cell) => isSamePath(cell, path));
    if (column >= 0) return { line: at, column };
  }
  const inside = lines.findIndex((line) => cellsOf(line).some((cell) => isWithin(cell, path)));
  return inside < 0 ? undefined : { line: inside, column: 0 };
}

/** Finds a cell or, if it is not visible, the nearest visible cell around it. */
export function nearestPlace(lines: readonly Line[], path: Path | undefined): CellPlace | undefined {
  if (path === undefined) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const place = placeOf(lines, path.slice(0, length));
    if (place) return place;
  }
  return undefined;
}

export const pathAt = (lines: readonly Line[], place: CellPlace | undefined): Path | undefined => {
  const line = place && lines[place.line];
  return line && cellsOf(line)[place.column];
};

export type Direction =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'next'
  | 'previous'
  | 'rowStart'
  | 'rowEnd'
  | 'first'
  | 'last';

/**
 * Returns the next cell in a direction, or the same cell at an edge. `next` and `previous` continue in the neighbouring line.
 * @param count number of lines to move; only for `up` and `down`
 */
export function stepTo(lines: readonly Line[], from: CellPlace, direction: Direction, count = 1): CellPlace {
  const widthOf = (line: number) => cellsOf(lines[line] ?? { kind: 'head', key: '', level: 1, columns: [] }).length;
  const inLine = (line: number, column: number): CellPlace => ({ line, column: Math.min(column, widthOf(line) - 1) });
  /** Returns the index of the nearest line with cells. */
  const seek = (start: number, by: 1 | -1): number | undefined => {
    for (let line = start; line >= 0 && line < lines.length; line += by) if (widthOf(line) > 0) return line;
    return undefined;
  };
  const vertical = (by: 1 | -1): CellPlace => {
    const far = Math.max(0, Math.min(lines.length - 1, from.line + by * count));
    const line = seek(far, by) ?? seek(far, by === 1 ? -1 : 1) ?? from.line;
    return line === from.line ? from : inLine(line, from.column);
  };
  switch (direction) {
    case 'up':
      return vertical(-1);
    case 'down':
      return vertical(1);
    case 'left':
      return inLine(from.line, Math.max(0, from.column - 1));
    case 'right':
      return inLine(from.line, from.column + 1);
    case 'rowStart':
      return inLine(from.line, 0);
    case 'rowEnd':
      return inLine(from.line, Infinity);
    case 'first':
      return inLine(seek(0, 1) ?? from.line, 0);
    case 'last':
      return inLine(seek(lines.length - 1, -1) ?? from.line, Infinity);
    case 'next': {
      if (from.column + 1 < widthOf(from.line)) return inLine(from.line, from.column + 1);
      const line = seek(from.line + 1, 1);
      return line === undefined ? from : inLine(line, 0);
    }
    case 'previous': {
      if (from.column > 0) return inLine(from.line, from.column - 1);
      const line = seek(from.line - 1, -1);
      return line === undefined ? from : inLine(line, Infinity);
    }
  }
}

/** Returns the attribute of a cell, and whether the attribute contains rows, or undefined for a cell without an attribute. */
export function attributeAt(
  lines: readonly Line[],
  { line: at, column }: CellPlace,
): { label: string; definition: AttributeDefinition | undefined; isComposite: boolean } | undefined {
  const line = lines[at];
  if (line?.kind === 'row') return line.columns[column];
  return line?.kind === 'field' ? { label: line.label, definition: line.definition, isComposite: false } : undefined;
}

/** Returns true if a cell belongs to an attribute that is not a composite, so that an input can change its value. */
export const isPlain = (lines: readonly Line[], place: CellPlace): boolean =>
  attributeAt(lines, place)?.isComposite === false;

/** Returns the next or previous cell whose attribute is not a composite, or undefined if there is none. */
export function plainBeside(
  lines: readonly Line[],
  from: CellPlace,
  direction: 'next' | 'previous',
): CellPlace | undefined {
  const next = stepTo(lines, from, direction);
  if (next === from) return undefined;
  return isPlain(lines, next) ? next : plainBeside(lines, next, direction);
}
