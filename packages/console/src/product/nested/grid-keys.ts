import type { AttributeDefinition } from '@pimento/contract';
import type { KeyboardEvent } from 'react';
import { endsInput } from '../../ui/fields/text-lines.tsx';
import type { RowAct } from '../rows/row-moves.ts';
import type { Direction } from '../rows/row-steps.ts';
import type { GridActs } from './use-grid-acts.ts';
import type { Lines } from './use-lines.ts';
import type { RowsEdit, RowsEditing } from './use-rows-edit.ts';

interface Keyboard {
  acts: GridActs;
  lines: Lines;
  edit: RowsEdit;
  editing: RowsEditing | undefined;
  /** Moves the focus back to the table after the input of a cell was closed. */
  refocus: () => void;
  /** Shows the history of the active cell; undefined if it has none. */
  showHistory: (() => void) | undefined;
}

/** Number of lines by which Page Up and Page Down move the active cell. */
const page = 12;
const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'rowStart',
  End: 'rowEnd',
  PageUp: 'up',
  PageDown: 'down',
};

/** Returns the row action of a key combination, or undefined if it has none. */
function rowActOf({ altKey, shiftKey, key }: KeyboardEvent): RowAct | undefined {
  if (!altKey) return undefined;
  if (key === 'ArrowDown') return shiftKey ? 'duplicate' : 'down';
  const acts: Record<string, RowAct> = { Enter: 'add', ArrowUp: 'up', Delete: 'remove', Backspace: 'remove' };
  return acts[key];
}

const isList = (target: EventTarget): boolean => target instanceof HTMLElement && target.ariaExpanded === 'true';

/** Returns true if Tab moves the focus to another part of the editor for formatted text in a cell: a tool or the text. */
function isBesidePart(target: EventTarget, isBack: boolean): boolean {
  const cell = target instanceof HTMLElement ? target.closest('[role=gridcell]') : null;
  const parts = cell?.querySelectorAll('button:not(:disabled), input, textarea, [contenteditable=true]');
  const end = isBack ? parts?.[0] : parts?.[parts.length - 1];
  return end !== undefined && end !== target;
}

/** Returns true if Tab stays inside a cell, because its input has several parts. */
export function staysInCell({ target, shiftKey }: KeyboardEvent, definition: AttributeDefinition | undefined): boolean {
  if (definition?.type.multiValue === true) return true;
  const type = definition?.type.id.toLowerCase();
  if (type === 'html') return isBesidePart(target, shiftKey);
  if (type === 'quantity') return shiftKey ? target instanceof HTMLSelectElement : target instanceof HTMLInputElement;
  const isButton = target instanceof HTMLButtonElement;
  // an asset has a text input, followed by a button that opens the library
  return type === 'asset' && !shiftKey ? !isButton : isButton;
}

/** Handles a key in the input of a cell. Returns true if the key was handled. */
function keyInCell(event: KeyboardEvent, { acts, edit, editing, refocus }: Keyboard): boolean {
  const { key, target } = event;
  if (event.nativeEvent.isComposing) return false;
  const definition = acts.place && acts.definitionAt(acts.place);
  if (key === 'Tab' && staysInCell(event, definition)) return false; // the browser moves the focus inside the cell
  if (target instanceof HTMLButtonElement && key !== 'Tab') return false;
  const act = rowActOf(event);
  const isSelect = target instanceof HTMLElement && target.ariaHasPopup === 'listbox';
  if (act !== undefined && acts.rowPlace && !isSelect) {
    acts.actOn(acts.rowPlace, act);
    refocus();
    return true;
  }
  if (isList(target)) return false;
  if (key === 'Escape') {
    edit.revertCell();
    refocus();
    return true;
  }
  if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    edit.closeCell();
    refocus();
    editing?.store();
    return true;
  }
  if (key === 'Tab') {
    if (!acts.openBeside(event.shiftKey ? 'previous' : 'next')) {
      edit.closeCell();
      refocus();
    }
    return true;
  }
  if (!endsInput(event) && !(key === 'Enter' && target instanceof HTMLInputElement)) return false;
  edit.closeCell();
  acts.move('down');
  refocus();
  return true;
}

/** Opens or closes the composite of the active line with the arrow keys, as in a tree. Returns true if the key was handled. */
function keyInTree(key: string, { acts, lines }: Keyboard): boolean {
  const line = acts.place && lines.lines[acts.place.line];
  if (line?.kind !== 'section' || line.rows.length === 0) return false;
  if ((key === 'ArrowRight' && line.isOpen) || (key === 'ArrowLeft' && !line.isOpen)) return false;
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
  lines.toggle(line.path);
  return true;
}

/** Handles a key while the table has the focus and no cell has an input. Returns true if the key was handled. */
function keyInTable(event: KeyboardEvent, keyboard: Keyboard): boolean {
  const { acts, lines, edit, editing } = keyboard;
  const { key } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const act = rowActOf(event);
  if (act !== undefined) {
    if (acts.rowPlace) acts.actOn(acts.rowPlace, act);
    return true;
  }
  if (isCommand && (key === 'Home' || key === 'End')) {
    acts.move(key === 'Home' ? 'first' : 'last');
    return true;
  }
  if (isCommand && key === 'Enter') {
    if (editing?.isOpen) editing.store();
    return true;
  }
  if (isCommand && key === 'z' && edit.mayUndo) {
    edit.undo();
    return true;
  }
  if (isCommand || event.altKey) return false;
  if (key === 'Escape' && editing?.isOpen) {
    editing.leave();
    return true;
  }
  if (keyInTree(key, keyboard)) return true;
  const direction = directions[key];
  if (direction !== undefined) {
    acts.move(direction, key.startsWith('Page') ? page : 1);
    return true;
  }
  if (!acts.place || !acts.active) return false;
  if (key === 'Enter' || key === 'F2' || key === ' ') {
    acts.press(acts.active);
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') {
    acts.clear();
    return true;
  }
  const line = lines.lines[acts.place.line];
  if (key === '+' && (line?.kind === 'section' || line?.kind === 'more')) {
    lines.toggleWhole(line);
    return true;
  }
  return key.length === 1 && acts.openAt(acts.place, key);
}

/** Shows the history of the active cell. Compares the code of the key, because Alt+H types a special character on some keyboards. */
function keyOfHistory({ altKey, code }: KeyboardEvent, { showHistory }: Keyboard): boolean {
  if (!altKey || code !== 'KeyH' || !showHistory) return false;
  showHistory();
  return true;
}

/** Handles a key of a table of rows. Handled keys do not reach the elements around the table. */
export function onGridKey(event: KeyboardEvent<HTMLElement>, keyboard: Keyboard): void {
  const isInTable = event.target === event.currentTarget;
  if (!isInTable && keyboard.edit.cell === undefined) return; // the focus is on a link in a cell, which handles its own keys
  if (!keyOfHistory(event, keyboard) && !(isInTable ? keyInTable : keyInCell)(event, keyboard)) return;
  event.preventDefault();
  event.stopPropagation();
}
