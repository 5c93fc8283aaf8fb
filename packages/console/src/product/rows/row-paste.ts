import type { Line } from './row-lines.ts';
import { changedRows, type Path, type Row } from './row-path.ts';
import { cellsOf, placeOf } from './row-steps.ts';

/** Reads cells that were copied from a spreadsheet, with one line per row and tabs between cells. Quoted cells can contain line endings. */
export function readBlock(text: string): string[][] {
  const block: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y;
  while (cell.lastIndex <= text.length) {
    const [, quoted, plain = ''] = cell.exec(text) ?? [];
    block.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    const end = cell.lastIndex;
    if (end >= text.length) break;
    const isLineEnd = text[end] !== '\t';
    cell.lastIndex = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (isLineEnd) {
      if (cell.lastIndex >= text.length) break; // the line ending after the last line
      block.push([]);
    }
  }
  return block;
}

/**
 * Writes a block of cells into a table, beginning at a cell and continuing to the right and down. Lines after the last row of a table
 * become new rows. Skips cells outside the table and cells with composites.
 * @returns the rows, and the numbers of written and skipped cells
 */
export function pasteBlock(
  rows: readonly Row[],
  lines: readonly Line[],
  from: Path,
  block: readonly (readonly string[])[],
): { rows: Row[]; written: number; skipped: number } {
  const place = placeOf(lines, from);
  const line = place && lines[place.line];
  const result = { rows: [...rows], written: 0, skipped: 0 };
  if (!place || !line) return result;
  const write = (target: { path: Path; isMultiple: boolean } | undefined, text: string) => {
    if (target === undefined) result.skipped += 1;
    else {
      result.rows = changedRows(result.rows, target.path, target.isMultiple && text !== '' ? [text] : text);
      result.written += 1;
    }
  };
  block.forEach((texts, down) => {
    texts.forEach((text, right) => write(targetOf(lines, place.line, place.column, down, right), text));
  });
  return result;
}

/**
 * Returns the cell that is `down` lines below and `right` columns to the right of a cell. In a table, this can be a cell of a new row.
 * Returns undefined if there is no such column or field, or if its attribute is a composite.
 */
function targetOf(
  lines: readonly Line[],
  start: number,
  column: number,
  down: number,
  right: number,
): { path: Path; isMultiple: boolean } | undefined {
  const line = lines[start];
  if (line?.kind === 'row') {
    const target = line.columns[column + right];
    if (target === undefined || target.isComposite) return undefined;
    const index = Number(line.path.at(-1)) + down;
    return {
      path: [...line.path.slice(0, -1), index, target.name],
      isMultiple: target.definition?.type.multiValue === true,
    };
  }
  // the fields of one row are consecutive lines of the same level
  const field = lines[start + down];
  if (right > 0 || line === undefined || field?.kind !== 'field' || field.level !== line.level) return undefined;
  const [path] = cellsOf(field);
  return path && { path, isMultiple: field.definition?.type.multiValue === true };
}
