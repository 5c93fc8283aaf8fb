import { notifications } from '@mantine/notifications';
import { type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { readBlock } from '../../product/rows/row-paste.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import type { GridParts } from '../cell-edit/cell-place.ts';
import { type CellPlace, cellOf } from '../cell-edit/use-double-clicks.ts';
import type { Column } from '../grid/product-columns.ts';
import { copiedText } from './copied-text.ts';
import { concernsSelection, type PasteList, type PasteRequest } from './paste-request.ts';
import { usePasteTexts } from './paste-texts.ts';

const PasteDialog = lazyPart(async () => (await import('./paste-dialog.tsx')).PasteDialog);

/** The column of the active cell. */
interface Cursor {
  /** Undefined if no cell is active. */
  column: Column | undefined;
  move: (key: string) => void;
}

/** Returns the last cell that was clicked. A click makes its row active, and moves the active cell, but marks no cell if none is active. */
function useClickedCell({ gridRef, columns }: PasteList, cursor: Cursor): RefObject<CellPlace | undefined> {
  const clicked = useRef<CellPlace>(undefined);
  const record = useEffectEvent((event: MouseEvent) => {
    clicked.current = cellOf(event, columns);
    if (cursor.column && clicked.current) cursor.move(clicked.current.column.key);
  });
  useEffect(() => {
    const grid = gridRef.current;
    const handle = (event: MouseEvent) => record(event);
    grid?.addEventListener('mousedown', handle);
    return () => grid?.removeEventListener('mousedown', handle);
  }, [gridRef]);
  return clicked;
}

/**
 * Copies and pastes cells while the grid has the focus.
 * @param parts undefined if cells cannot be edited
 * @returns the dialog of a paste
 */
export function useClipboard(list: PasteList, cursor: Cursor, parts: GridParts | undefined): ReactNode {
  const { gridRef, products, active, selection } = list;
  const t = useMessages();
  const texts = usePasteTexts();
  const formats = useFormats();
  const clicked = useClickedCell(list, cursor);
  const [request, setRequest] = useState<PasteRequest>();
  const tell = (message: string) => notifications.show({ message, closeButtonProps: { 'aria-label': t.common.close } });
  const columnOfCell = () => {
    const key = clicked.current?.row === active ? clicked.current.column.key : undefined;
    // the column may have been hidden since the click
    return cursor.column ?? list.columns.find((column) => column.key === key);
  };
  const handle = useEffectEvent((event: ClipboardEvent) => {
    if (!parts || event.defaultPrevented || document.activeElement !== gridRef.current) return;
    const column = columnOfCell();
    if (event.type === 'paste') {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '') return;
      event.preventDefault();
      if (!column) {
        tell(texts.chooseCell);
        return;
      }
      const block = readBlock(text);
      const repeats = block.length === 1 && concernsSelection(list);
      setRequest({ id: event.timeStamp, block, row: active, productId: products[active]?.productId, column, repeats });
    } else if (column && getSelection()?.isCollapsed !== false) {
      const copied = concernsSelection(list)
        ? products.filter(({ productId }) => selection.has(productId))
        : products.slice(active, active + 1);
      event.preventDefault();
      event.clipboardData?.setData(
        'text/plain',
        copiedText(copied.map(({ product }) => parts.valueOf(product, column.names))),
      );
      tell(texts.copied(formats.number(copied.length)));
    }
  });
  useEffect(() => {
    const onEvent = (event: ClipboardEvent) => handle(event);
    document.addEventListener('paste', onEvent);
    document.addEventListener('copy', onEvent);
    return () => {
      document.removeEventListener('paste', onEvent);
      document.removeEventListener('copy', onEvent);
    };
  }, []);
  useEffect(() => {
    const grid = gridRef.current;
    // after the dialog, the next key belongs to the grid again
    return request && (() => grid?.focus({ preventScroll: true }));
  }, [request, gridRef]);
  if (!request || !parts) return null;
  return (
    // otherwise keys in the dialog would be commands of the grid
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Suspense>
        <PasteDialog {...{ request, list }} valueOf={parts.valueOf} onClose={() => setRequest(undefined)} />
      </Suspense>
    </div>
  );
}
