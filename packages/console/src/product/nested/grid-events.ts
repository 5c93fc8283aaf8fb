import type { AttributeDefinition } from '@pimento/contract';
import { type ClipboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { isRow, isRows, type Path, type Row, valueAt } from '../rows/row-path.ts';
import { readBlock } from '../rows/row-paste.ts';
import type { Line } from '../rows/row-lines.ts';
import { attributeAt, type CellPlace, pathAt } from '../rows/row-steps.ts';
import type { NestedTexts } from './en-nested.ts';
import type { RowsEditing } from './use-rows-edit.ts';

const none: Row[] = [];

/** Returns the rows of a value. If the value is the same in the next render, returns the same array. */
export function useRows(value: unknown): Row[] {
  return useMemo(() => (isRows(value) ? value : Array.isArray(value) ? value.filter(isRow) : none), [value]);
}

/**
 * Returns a function that checks whether the value at a path differs from the value at the same path of `compared`. Moved rows count as
 * unchanged.
 */
export function useChanged(rows: readonly Row[], compared: unknown): (path: Path) => boolean {
  return useMemo(() => {
    if (compared === undefined) return () => false;
    const others = new Set<unknown>(isRows(compared) ? compared : []);
    return (path: Path) =>
      path.length > 1 &&
      !others.has(rows[Number(path[0])]) &&
      JSON.stringify(valueAt(rows, path)) !== JSON.stringify(valueAt(compared, path));
  }, [rows, compared]);
}

/** Stores `begin` in `beginRef`, so that the parent component can begin an edit. */
export function useBegin(beginRef: RefObject<(() => void) | null> | undefined, begin: () => void): void {
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (!beginRef) return;
    beginRef.current = () => latest.current();
    return () => {
      beginRef.current = null;
    };
  }, [beginRef]);
}

/** Returns a blur handler. When the focus leaves the table and its buttons, it ends the edit if the user has changed nothing. */
export function useLeaveUnchanged(root: RefObject<HTMLElement | null>, editing: RowsEditing | undefined): () => void {
  const latest = useRef(editing);
  latest.current = editing;
  return () => {
    // the next element gets the focus only after this event
    setTimeout(() => {
      const now = latest.current;
      if (!now?.isOpen || now.isTyped || !document.hasFocus()) return;
      if (root.current && !root.current.contains(document.activeElement)) now.leave();
    });
  };
}

/**
 * Returns the label of a cell, which names its attribute and its row.
 * @param label of the outermost composite
 * @param name what the user calls the attribute
 */
export function cellLabel(t: NestedTexts, path: Path, label: string, name = String(path.at(-1))): string {
  const at = path.findLastIndex((step) => typeof step === 'number');
  return t.cell(name, Number(path[at]) + 1, String(path[at - 1] ?? label));
}

/** A cell whose history can be shown. */
export interface HistoryCell {
  path: Path;
  /** Names the attribute and the row of the cell. */
  label: string;
  definition: AttributeDefinition | undefined;
}

/** Returns the cell at a place, or undefined if there is no cell that belongs to an attribute. */
export function cellHistoryOf(
  t: NestedTexts,
  lines: readonly Line[],
  place: CellPlace | undefined,
  label: string,
): HistoryCell | undefined {
  const path = pathAt(lines, place);
  const attribute = place && attributeAt(lines, place);
  return (
    path && attribute && { path, label: cellLabel(t, path, label, attribute.label), definition: attribute.definition }
  );
}

/**
 * Finds the cell around an element. Returns undefined if there is none, or if the element belongs to a link or a control, which handles
 * clicks itself.
 */
export function cellAround(target: EventTarget): CellPlace | undefined {
  if (!(target instanceof Element) || target.closest('a, button, input, textarea, [role=option]')) return undefined;
  const cell = target.closest<HTMLElement>('[data-cell]');
  const line = lineAround(target);
  return cell && line !== undefined ? { line, column: Number(cell.dataset['cell']) } : undefined;
}

/** Returns the index of the line around an element. */
export function lineAround(target: EventTarget): number | undefined {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  return line ? Number(line.dataset['line']) : undefined;
}

export const isSelecting = (): boolean => getSelection()?.isCollapsed === false;

/** Returns the cells in the pasted text. Returns undefined if there is no text, or if it is meant for the input of a cell. */
export function pastedBlock(event: ClipboardEvent<HTMLElement>): string[][] | undefined {
  const text = event.clipboardData.getData('text/plain');
  const isInInput = event.target !== event.currentTarget;
  if (text === '' || (isInInput && !text.includes('\t'))) return undefined;
  return readBlock(text);
}

/** Copies the text of the active cell, unless an input has the focus or the user has selected text. */
export function copyCell(event: ClipboardEvent<HTMLElement>, value: unknown): void {
  if (event.target !== event.currentTarget || isSelecting()) return;
  if (value === undefined) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', typeof value === 'string' ? value : textOf(value));
}

const textOf = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join('\n')
    : JSON.stringify(value, null, 2);
