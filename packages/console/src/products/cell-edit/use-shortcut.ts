import { type RefObject, useEffect } from 'react';

/** Tells screen readers that F2 edits cells. The grid cannot have this attribute itself, because this code is loaded later. */
export function useShortcut(gridRef: RefObject<HTMLDivElement | null>, isEditable: boolean): void {
  useEffect(() => {
    const grid = gridRef.current;
    if (isEditable) grid?.setAttribute('aria-keyshortcuts', 'F2');
    return () => grid?.removeAttribute('aria-keyshortcuts');
  }, [gridRef, isEditable]);
}
