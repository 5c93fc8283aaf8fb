import type { Line } from '../rows/row-lines.ts';
import type { RowColumn } from '../rows/row-columns.ts';

/** Indentation of the first cell per level, in pixels. It must equal the `--step` of wide screens in nested.module.css. */
const step = 18;

const firstWidth = (column: RowColumn, level: number): number => column.width + (level - 1) * step;

/** Returns the grid tracks of the columns of a table. Flexible columns share the remaining width. If there are none, it stays empty. */
export function tracksOf(columns: readonly RowColumn[], level: number): string {
  const tracks = columns.map((column, at) => {
    const width = at === 0 ? firstWidth(column, level) : column.width;
    return column.isFlexible ? `minmax(${width}px, 1fr)` : `${width}px`;
  });
  return columns.some(({ isFlexible }) => isFlexible) ? tracks.join(' ') : `${tracks.join(' ')} minmax(0, 1fr)`;
}

/** A first column that is wider than this many pixels would cover most of the other columns on a phone. */
const widestPinned = 160;

/** Returns true if the first column of a table is too wide to stay visible on a phone while the others are scrolled. */
export const hasWideFirst = ([first]: readonly RowColumn[]): boolean =>
  first !== undefined && first.width > widestPinned;

/** Returns the width in pixels that the widest table needs. */
export function widthOf(lines: readonly Line[]): number {
  let widest = 0;
  for (const line of lines)
    if (line.kind === 'head')
      widest = Math.max(
        widest,
        line.columns.reduce((sum, column, at) => sum + (at === 0 ? firstWidth(column, line.level) : column.width), 0),
      );
  return widest;
}
