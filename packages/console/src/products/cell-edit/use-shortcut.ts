import { type RefObject, useEffect } from 'react';

/** Announces to screen readers that F2 edits cells. The grid does not set this attribute itself, because this code is loaded later. */
export function useShortcut(gridRef: RefObject<HTMLDivElement | null>, isEditable: boolean): void {
  useEffect(() => {
    const grid = gridRef.current;
    if (isEditable) grid?.setAttribute('aria-keyshortcuts', 'F2');
    return () => grid?.removeAttribute('aria-keyshortcuts');
  }, [gridRef, isEditable]);
}
