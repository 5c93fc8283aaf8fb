import { useState } from 'react';
import { movedKeys, type RowAct, moveRows, type RowPlace } from '../rows/row-moves.ts';
import { changedRows, isSamePath, type Path, type Row, valueAt } from '../rows/row-path.ts';

/** How a table of rows changes the value of an attribute. Nothing is stored before `store`. */
export interface RowsEditing {
  /** True from `begin` until the value was stored or discarded. */
  isOpen: boolean;
  isTyped: boolean;
  begin: () => void;
  change: (rows: Row[]) => void;
  store: () => void;
  /** Ends the edit. Asks before changes are discarded. */
  leave: () => void;
}

interface Work {
  /** The rows without what is being typed; the layout follows them, so that a cell stays in place while it is edited. */
  rows: Row[];
  past: Row[][];
  /** The cell with an input, and the text that replaces its value from the start. */
  cell?: { path: Path; text: string | undefined };
}

/**
 * Edits rows by cell. The value with everything that is typed is reported at each key, so that it is never lost.
 * @param value the rows including what is being typed
 */
export function useRowsEdit(value: Row[], editing: RowsEditing | undefined) {
  const [work, setWork] = useState<Work>();
  const isOpen = editing?.isOpen === true;
  if (work && !isOpen) setWork(undefined);
  const current: Work = (isOpen ? work : undefined) ?? { rows: value, past: [] };
  const { rows, past, cell } = current;
  /** The history after what was typed into the cell. */
  const kept = (): Pick<Work, 'rows' | 'past'> =>
    cell && value !== rows ? { rows: value, past: [...past, rows] } : { rows, past };
  const begin = () => {
    if (!isOpen) editing?.begin();
  };
  return {
    rows,
    cell: cell?.path,
    /** The value in the input of the cell. */
    typed: cell && valueAt(value, cell.path),
    /** True if the input begins with a typed letter. */
    isReplaced: cell?.text !== undefined,
    mayUndo: past.length > 0,
    /** Opens the input of a cell, after keeping what was typed into another one. */
    openCell(path: Path, text?: string) {
      if (!editing) return;
      begin();
      const before = kept();
      if (text !== undefined) editing.change(changedRows(before.rows, path, text));
      setWork({ ...before, cell: { path, text } });
    },
    type: (next: unknown) => {
      if (cell) editing?.change(changedRows(rows, cell.path, next));
    },
    /** Closes the input of the cell and keeps what was typed; does nothing if another cell has an input by now. */
    closeCell() {
      setWork((now) => (now?.cell && isSamePath(now.cell.path, cell?.path) ? kept() : now));
    },
    /** Closes the input and restores the value of the cell. */
    revertCell() {
      editing?.change(rows);
      setWork({ rows, past });
    },
    apply(next: Row[]) {
      if (!editing) return;
      begin();
      const before = kept();
      editing.change(next);
      setWork({ rows: next, past: [...before.past, before.rows] });
    },
    undo: () => {
      const before = past.at(-1);
      if (before === undefined) return;
      editing?.change(before);
      setWork({ rows: before, past: past.slice(0, -1) });
    },
    /** The rows with what was typed into the cell. */
    settled: () => kept().rows,
  };
}

export type RowsEdit = ReturnType<typeof useRowsEdit>;

/** Changes the order or number of rows. Returns the composites that are then open, and the path of the row to go to. */
export function actOnRows(
  edit: RowsEdit,
  place: RowPlace,
  act: RowAct,
  open: ReadonlySet<string>,
): { open: Set<string>; target: Path } {
  const { rows, indexes, target } = moveRows(edit.settled(), place, act);
  edit.apply(rows);
  return { open: movedKeys(open, place.composite, indexes), target: [...place.composite, target] };
}
