import type { AttributeDefinition } from '@pimento/contract';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { Structure } from '../../session/structure.ts';
import type { RowAct } from '../rows/row-moves.ts';
import { keyOf, type Path, valueAt } from '../rows/row-path.ts';
import { attributeAt, placeOf } from '../rows/row-steps.ts';
import {
  cellAround,
  cellHistoryOf,
  cellLabel,
  type HistoryCell,
  copyCell,
  isSelecting,
  lineAround,
  pastedBlock,
  useBegin,
  useChanged,
  useLeaveUnchanged,
  useRows,
} from './grid-events.ts';
import { onGridKey } from './grid-keys.ts';
import { LineList } from './line-list.tsx';
import { FootButton, NestedFoot } from './nested-foot.tsx';
import { NestedInput } from './nested-input.tsx';
import type { LineContext } from './nested-line.tsx';
import { useNestedTexts } from './nested-texts.ts';
import classes from './nested.module.css';
import { RowBar } from './row-bar.tsx';
import { useGridActs } from './use-grid-acts.ts';
import { useLineWindow, useScrollAside, useScrollTo } from './use-line-window.ts';
import { useLines } from './use-lines.ts';
import { type RowsEditing, useRowsEdit } from './use-rows-edit.ts';

export interface NestedGridProps {
  label: string;
  /** The rows, including unsaved input while they are edited. */
  value: unknown;
  /** Another version of the rows. Cells that differ from it are marked. */
  compared?: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  /** Undefined if the rows can only be read. */
  editing?: RowsEditing | undefined;
  /** The search text. Composites that contain it are opened, and cells that contain it are highlighted. */
  searched?: string;
  /** The table stores a function here that begins an edit in the active cell, or else in the first cell. */
  beginRef?: RefObject<(() => void) | null> | undefined;
  /** Shows the history of a cell. Undefined if the history cannot be shown, for example because the rows contain unsaved input. */
  onHistory?: ((cell: HistoryCell) => void) | undefined;
  /** The buttons that end the edit. */
  children?: ReactNode;
}

/** Height of a folded table in pixels. */
const foldedHeight = 440;
/** A table is folded only if it is more than this many times as high as a folded table. */
const tolerance = 1.2;

/** Returns the state of the table: its lines, the active cell, the input, and the rendered lines. */
function useGrid(props: NestedGridProps) {
  const { label, value, compared, definition, structure, editing, searched = '', beginRef } = props;
  const t = useNestedTexts();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const edit = useRowsEdit(useRows(value), editing);
  const lines = useLines(edit.rows, definition, structure, {
    searched,
    compared,
    isReadOnly: editing === undefined,
  });
  const acts = useGridActs(lines, edit, editing);
  const edited = placeOf(lines.lines, edit.cell);
  const window = useLineWindow(frame, lines.lines, edited?.line);
  const isChanged = useChanged(edit.rows, compared);
  const refocus = () => frame.current?.focus({ preventScroll: true });
  useScrollTo(acts.place?.line, window.scrollTo);
  useScrollTo(editing?.isOpen ? undefined : lines.firstFound, window.scrollTo);
  useBegin(beginRef, () => {
    editing?.begin();
    const first = acts.place ?? placeOf(lines.lines, []);
    if (!first || !acts.openAt(first)) {
      if (first) acts.go(first);
      refocus();
    }
  });
  const contextOf = (line: number): LineContext => ({
    id: `${id}-${line}`,
    active: acts.place?.line === line ? acts.place.column : undefined,
    edited: edited?.line === line ? edited.column : undefined,
    input: edited?.line === line && (
      <NestedInput
        key={keyOf(edit.cell ?? [])}
        label={cellLabel(t, edit.cell ?? [], label, attributeAt(lines.lines, edited)?.label)}
        value={edit.typed}
        definition={acts.definitionAt(edited)}
        isReplaced={edit.isReplaced}
        onChange={edit.type}
      />
    ),
    open: lines.open,
    found: lines.found,
    isChanged,
    structure,
  });
  const isActiveShown = window.items.some(({ index }) => index === acts.place?.line);
  const activeId = acts.place && isActiveShown ? `${id}-${acts.place.line}-${acts.place.column}` : undefined;
  useScrollAside(frame, activeId);
  return { frame, edit, lines, acts, window, refocus, contextOf, activeId };
}

/**
 * Shows the rows of a composite and, below them, the open composites inside them. A composite with several rows is a table, and a composite
 * with one row is a list of names and values. Only the lines near the visible area are rendered. With `editing`, a click, Enter or F2 opens
 * the input of one cell.
 */
export function NestedGrid(props: NestedGridProps) {
  const { label, editing, onHistory, children } = props;
  const { frame, edit, lines, acts, window, refocus, contextOf, activeId } = useGrid(props);
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = !isUnfolded && editing?.isOpen !== true && window.height > foldedHeight * tolerance;
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<Path>(undefined);
  const leaveUnchanged = useLeaveUnchanged(root, editing);
  const t = useNestedTexts();
  const cell = onHistory && cellHistoryOf(t, lines.lines, acts.place, label);
  const history = cell && {
    label: t.history(cell.label),
    show: () => {
      // focuses the table first, so that the focus returns to it when the history is closed
      refocus();
      onHistory(cell);
    },
  };
  const act = (what: RowAct) => {
    if (acts.rowPlace) acts.actOn(acts.rowPlace, what);
    refocus();
  };
  return (
    <div ref={root} className={classes.grid} data-editing={editing?.isOpen || undefined} onBlur={leaveUnchanged}>
      <div
        ref={frame}
        className={classes.frame}
        data-writable={editing !== undefined || undefined}
        style={isFolded ? { maxHeight: foldedHeight, overflowY: 'hidden' } : undefined}
        role="treegrid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={lines.lines.length}
        aria-readonly={editing === undefined}
        aria-activedescendant={activeId}
        onKeyDown={(event) => {
          if (event.key.startsWith('Arrow') || event.key.startsWith('Page')) setUnfolded(true);
          onGridKey(event, { acts, lines, edit, editing, refocus, showHistory: history?.show });
        }}
        onFocus={({ target }) => {
          if (target === frame.current && !acts.place && target.matches(':focus-visible')) acts.move('first');
        }}
        onBlur={({ target, relatedTarget }) => {
          const isLeft = !target.closest('[data-edited]')?.contains(relatedTarget);
          if (edit.cell && isLeft && target !== frame.current && document.hasFocus()) edit.closeCell();
        }}
        // the cell is determined on mousedown, because typed text is committed then, which can move the cell before the click event
        onMouseDown={({ target }) => {
          const cell = cellAround(target);
          pressed.current = cell && acts.pathAt(cell);
        }}
        onClick={({ target }) => {
          if (pressed.current && !isSelecting()) acts.press(pressed.current);
          if (!(target instanceof HTMLButtonElement)) return;
          const line = target.dataset['more'] === undefined ? undefined : lineAround(target);
          if (line === undefined) return;
          acts.pressMore(line);
          refocus();
        }}
        onPaste={(event) => {
          const block = editing && pastedBlock(event);
          if (!block) return;
          event.preventDefault();
          acts.paste(block);
          refocus();
        }}
        onCopy={(event) => copyCell(event, acts.active && valueAt(edit.rows, acts.active))}
      >
        <LineList lines={lines.lines} window={window} contextOf={contextOf} />
      </div>
      <NestedFoot lines={lines} rows={edit.rows.length} isFolded={isFolded} onUnfold={() => setUnfolded(true)}>
        {!editing?.isOpen && history && <FootButton label={history.label} act={history.show} />}
      </NestedFoot>
      {editing?.isOpen && (
        <RowBar {...{ label, acts, edit, history }} onAct={act} onUndo={edit.undo}>
          {children}
        </RowBar>
      )}
    </div>
  );
}
