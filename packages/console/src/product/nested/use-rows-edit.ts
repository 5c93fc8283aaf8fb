import { useState } from 'react';
import { movedKeys, type RowAct, moveRows, type RowPlace } from '../rows/row-moves.ts';
import { changedRows, isSamePath, type Path, type Row, valueAt } from '../rows/row-path.ts';

/** The state of an edit of an attribute whose value is rows, and the functions that change it. Only `store` saves the value. */
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
  /** The rows without the text in the open input. The layout follows these rows, so that a cell stays in place while it is edited. */
  rows: Row[];
  past: Row[][];
  /** The cell with an input. `text` is the typed character that opened the input and replaced the value, if there is one. */
  cell?: { path: Path; text: string | undefined };
}

/**
 * Edits rows cell by cell. Reports the value with the text in the open input after each keystroke, so that no text is lost.
 * @param value the rows, including the text in the open input
 */
export function useRowsEdit(value: Row[], editing: RowsEditing | undefined) {
  const [work, setWork] = useState<Work>();
  const isOpen = editing?.isOpen === true;
  if (work && !isOpen) setWork(undefined);
  const current: Work = (isOpen ? work : undefined) ?? { rows: value, past: [] };
  const { rows, past, cell } = current;
  /** Returns the rows and the undo steps as they are after the text in the open input is committed. */
  const kept = (): Pick<Work, 'rows' | 'past'> =>
    cell && value !== rows ? { rows: value, past: [...past, rows] } : { rows, past };
  const begin = () => {
    if (!isOpen) editing?.begin();
  };
  return {
    rows,
    cell: cell?.path,
    /** The value in the open input. */
    typed: cell && valueAt(value, cell.path),
    /** True if a typed character opened the input and replaced the value. */
    isReplaced: cell?.text !== undefined,
    mayUndo: past.length > 0,
    /** Opens the input of a cell. First commits the text in the input of another cell. */
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
    /** Commits the text and closes the input of the cell. Does nothing if another cell has the input by then. */
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
    /** Returns the rows, including the text in the open input. */
    settled: () => kept().rows,
  };
}

export type RowsEdit = ReturnType<typeof useRowsEdit>;

/** Changes the order or number of rows. Returns the composites that are open afterwards, and the path of the row that becomes active. */
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
