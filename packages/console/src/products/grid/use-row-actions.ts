import { useRef, useState } from 'react';
import type { RowActions } from './product-row.tsx';

/** Wraps the actions in an object that stays the same for the lifetime of the grid, so that changed actions do not rerender the rows. */
export function useRowActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  latest.current = actions;
  const [stable] = useState<RowActions>(() => ({
    press: (row) => latest.current.press(row),
    open: (row) => latest.current.open(row),
    toggle: (row) => latest.current.toggle(row),
    toggleRange: (row) => latest.current.toggleRange(row),
  }));
  return stable;
}
