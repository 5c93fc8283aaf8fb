import type { AttributeDefinition } from '@pimento/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { isChosen } from '../../session/labels/value-options.ts';
import { quantityText } from '../plain/quantity-text.ts';
import type { Line } from '../rows/row-lines.ts';
import { mayAct, type RowAct, rowOf, type RowPlace } from '../rows/row-moves.ts';
import { pasteBlock } from '../rows/row-paste.ts';
import { type Path, type Row, rowsAt } from '../rows/row-path.ts';
import {
  attributeAt,
  type CellPlace,
  type Direction,
  isPlain,
  nearestPlace,
  pathAt,
  placeOf,
  plainBeside,
  stepTo,
} from '../rows/row-steps.ts';
import type { Lines } from './use-lines.ts';
import { actOnRows, type RowsEdit, type RowsEditing } from './use-rows-edit.ts';

/** Returns the row to which the row buttons apply. */
function rowPlaceOf(line: Line | undefined, active: Path | undefined, rows: readonly Row[]): RowPlace | undefined {
  if (line === undefined || active === undefined || line.kind === 'more') return { composite: [], index: undefined };
  if (line.kind !== 'section') return rowOf(active);
  return { composite: line.path, index: rowsAt(rows, line.path).length === 1 ? 0 : undefined };
}

/**
 * Returns true if a typed character that opens the input of an attribute also replaces its value. Lists, selects, dates and
 * formatted texts keep their values.
 */
const isText = (definition: AttributeDefinition | undefined): boolean =>
  !definition?.type.multiValue &&
  !isChosen(definition) &&
  !['date', 'datetime', 'html'].includes(definition?.type.id.toLowerCase() ?? '');

/** Returns the value of a cell whose input was opened by a character. For a quantity, the first unit of the attribute is added. */
function typedValue(text: string, definition: AttributeDefinition | undefined): string {
  const unit = definition?.type.id.toLowerCase() === 'quantity' ? definition.units?.[0] : undefined;
  return unit === undefined ? text : quantityText({ amount: text, unit });
}

/** Calls `open` with the path of a new row as soon as the lines contain the row. */
function useFreshRow(fresh: Path | undefined, open: (path: Path) => void): void {
  const act = useEffectEvent(open);
  useEffect(() => {
    if (fresh !== undefined) act(fresh);
  }, [fresh]);
}

/** Returns the actions for the cells of a table of rows. */
export function useGridActs(lines: Lines, edit: RowsEdit, editing: RowsEditing | undefined) {
  const [wanted, setActive] = useState<Path>();
  const [pasted, setPasted] = useState<{ written: number; skipped: number }>();
  /** A new row. Its first cell gets an input as soon as the row is rendered. */
  const [fresh, setFresh] = useState<Path>();
  const place = nearestPlace(lines.lines, wanted);
  const active = pathAt(lines.lines, place);
  const rowPlace = rowPlaceOf(place && lines.lines[place.line], active, edit.rows);
  const go = (at: CellPlace) => setActive(pathAt(lines.lines, at));
  const openAt = (at: CellPlace, text?: string) => {
    const path = pathAt(lines.lines, at);
    if (!editing || path === undefined || !isPlain(lines.lines, at)) return false;
    const definition = attributeAt(lines.lines, at)?.definition;
    setActive(path);
    setPasted(undefined);
    edit.openCell(path, text !== undefined && isText(definition) ? typedValue(text, definition) : undefined);
    return true;
  };
  const actOn = (target: RowPlace, act: RowAct) => {
    if (!editing || !mayAct(edit.rows, target, act)) return;
    const result = actOnRows(edit, target, act, lines.open);
    lines.setOpen(result.open);
    // empty attributes stay visible while the first row is filled in
    if (act === 'add' && rowsAt(edit.rows, target.composite).length === 0) lines.showWhole(target.composite);
    lines.reveal([target.composite]);
    setActive(result.target);
    if (act === 'add') setFresh(result.target);
  };
  useFreshRow(fresh, (path) => {
    setFresh(undefined);
    const first = placeOf(lines.lines, path);
    if (first) openAt(first);
  });
  return {
    active,
    place,
    rowPlace,
    pasted,
    go,
    openAt,
    actOn,
    move: (direction: Direction, count?: number) => {
      if (place) go(stepTo(lines.lines, place, direction, count));
      else go(stepTo(lines.lines, { line: -1, column: 0 }, 'first'));
    },
    /** Opens the input of the next or previous cell that can have an input. Returns false if there is none. */
    openBeside(direction: 'next' | 'previous'): boolean {
      const next = place && plainBeside(lines.lines, place, direction);
      return next !== undefined && openAt(next);
    },
    /**
     * Makes a cell active, and opens its input, or opens or closes its composite. Adds a row to an empty composite. In a line of the kind
     * `more`, shows or hides the attributes without a value.
     */
    press(path: Path) {
      const at = placeOf(lines.lines, path);
      const line = at && lines.lines[at.line];
      if (!line) return;
      setActive(path);
      if (line.kind === 'more') return lines.toggleWhole(line);
      if (isPlain(lines.lines, at)) return void openAt(at);
      const composite = line.kind === 'section' ? line.path : path;
      if (rowsAt(edit.rows, composite).length > 0) lines.toggle(composite);
      else actOn({ composite, index: undefined }, 'add');
    },
    /** Shows or hides the attributes without a value in the composite of a line. */
    pressMore(index: number) {
      const line = lines.lines[index];
      if (line?.kind === 'section' || line?.kind === 'more') lines.toggleWhole(line);
    },
    clear() {
      if (!place || !editing || active === undefined || !isPlain(lines.lines, place)) return;
      edit.apply(pasteBlock(edit.settled(), lines.lines, active, [['']]).rows);
    },
    paste(block: string[][]) {
      if (!editing || active === undefined) return;
      const result = pasteBlock(edit.rows, lines.lines, active, block);
      if (result.written > 0) edit.apply(result.rows);
      setPasted({ written: result.written, skipped: result.skipped });
    },
    definitionAt: (at: CellPlace) => attributeAt(lines.lines, at)?.definition,
    pathAt: (at: CellPlace) => pathAt(lines.lines, at),
  };
}

export type GridActs = ReturnType<typeof useGridActs>;
