import type { ProductRecord } from '@pimento/contract';
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { useStructure } from '../../session/use-structure.ts';
import type { Column } from '../grid/product-columns.ts';
import type { PasteList } from '../paste/paste-request.ts';
import { useClipboard } from '../paste/use-clipboard.tsx';
import { ActiveCell } from './active-cell.tsx';
import type { NextCell } from './cell-editor.tsx';
import type { GridParts } from './cell-place.ts';
import { PlacedCell } from './placed-cell.tsx';
import { useDoubleClicks } from './use-double-clicks.ts';
import { useShortcut } from './use-shortcut.ts';
import { columnBeside, editableColumns } from './editable-columns.ts';

/** The functions of the layer that the grid calls. */
export interface CellActions {
  /** Returns true if the key was handled. */
  key: (event: KeyboardEvent) => boolean;
}

interface EditedCell {
  record: ProductRecord;
  row: number;
  column: Column;
}

const isSame = (a: EditedCell, b: EditedCell): boolean =>
  a.record.productId === b.record.productId && a.column.key === b.column.key;

interface CellLayerProps extends PasteList {
  ref: Ref<CellActions>;
  /** Undefined on a phone, where rows are cards without cells. */
  parts: GridParts | undefined;
  onActive: (row: number) => void;
}

/**
 * The active cell of the grid and the inputs over the cells. They are in a separate layer over the rows, so that this code is loaded only
 * when the grid is first used, and an input remains when its row is scrolled out of view. A cell keeps its input until its value is stored
 * or discarded, even while the next cell is edited.
 */
export function CellLayer(props: CellLayerProps) {
  const { ref, gridRef, columns, parts, products, active, onActive } = props;
  const { canWrite } = useWork();
  const { structure } = useStructure();
  const [cursor, setCursor] = useState<string>();
  const [edited, setEdited] = useState<readonly EditedCell[]>([]);
  const editable = canWrite && parts ? editableColumns(columns, structure) : [];
  const cursorColumn = editable.find(({ key }) => key === cursor);
  const open = (row: number, column: Column | undefined) => {
    const record = products[row];
    if (!record || !column) return false;
    const cell = { record, row, column };
    if (row !== active) onActive(row);
    setCursor(column.key);
    setEdited((cells) => (cells.some((one) => isSame(one, cell)) ? cells : [...cells, cell]));
    return true;
  };
  const focusGrid = () => gridRef.current?.focus({ preventScroll: true });
  const move = ({ row, column }: EditedCell, to: NextCell) => {
    if (to === 'next' && open(row, columnBeside(editable, column.key, 1))) return;
    if (to === 'next' && open(row + 1, editable[0])) return;
    if (to === 'previous' && open(row, columnBeside(editable, column.key, -1))) return;
    if (to === 'previous' && open(row - 1, editable.at(-1))) return;
    if (to === 'down' && row + 1 < products.length) onActive(row + 1);
    focusGrid();
  };
  useDoubleClicks(gridRef, columns, ({ row, column }) => editable.includes(column) && open(row, column));
  const isEditable = editable.length > 0;
  useShortcut(gridRef, isEditable);
  const pasteDialog = useClipboard(props, { column: cursorColumn, move: setCursor }, isEditable ? parts : undefined);
  useImperativeHandle(ref, () => ({
    key(event) {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return false;
      const acts: Record<string, (() => unknown) | undefined> = {
        ArrowRight: () => setCursor((before) => (columnBeside(editable, before, 1) ?? cursorColumn)?.key),
        ArrowLeft: () => setCursor((before) => (columnBeside(editable, before, -1) ?? cursorColumn)?.key),
        F2: () => open(active, cursorColumn ?? editable[0]),
        Enter: cursorColumn && (() => open(active, cursorColumn)),
        Escape: cursorColumn && (() => setCursor(undefined)),
      };
      const act = isEditable ? acts[event.key] : undefined;
      if (!act) return false;
      event.preventDefault();
      act();
      return true;
    },
  }));
  if (!parts) return null;
  const isEdited = edited.some(
    ({ record, column }) => record.productId === products[active]?.productId && column.key === cursor,
  );
  return (
    <>
      {pasteDialog}
      {cursorColumn && products[active] && !isEdited && (
        <ActiveCell {...{ gridRef, columns, parts, active }} column={cursorColumn} record={products[active]} />
      )}
      {edited.map((cell) => (
        <PlacedCell
          key={`${cell.column.key} ${cell.record.productId}`}
          {...{ ...cell, columns, parts, products, structure }}
          onMove={(row, to) => move({ ...cell, row }, to)}
          onClose={() => setEdited((cells) => cells.filter((one) => !isSame(one, cell)))}
        />
      ))}
    </>
  );
}
