import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { SelectionState } from '../selection/selection-state.ts';

/** The position in the product list at the time when the list was left. */
interface GridPosition {
  /** Index of the active row. */
  active: number;
  /** Scroll position in pixels. */
  offset: number;
  selection: SelectionState;
}

const maxPositions = 50;
/** By entry of the browser's history: going back restores the list, and a new visit starts at the top. */
const positions = new Map<string, GridPosition>();

function save(key: string, position: GridPosition): void {
  positions.delete(key);
  positions.set(key, position);
  for (const oldest of positions.keys()) {
    if (positions.size <= maxPositions) return;
    positions.delete(oldest);
  }
}

/** The position to restore at this entry of the history; undefined on the first visit. */
export function useRestoredPosition(): GridPosition | undefined {
  const key = useListKey();
  const [before] = useState(() => (key === undefined ? undefined : positions.get(key)));
  return before;
}

/** Stores the position when the list is left. */
export function useSavedPosition(position: Omit<GridPosition, 'offset'>, offset: { current: number }): void {
  const key = useListKey();
  const latest = useRef({ position, key });
  latest.current = { position, key: key ?? latest.current.key };
  useEffect(
    () => () => {
      if (latest.current.key !== undefined)
        save(latest.current.key, { ...latest.current.position, offset: offset.current });
    },
    [offset],
  );
}

/** The history entry of the list; undefined while the browser is already navigating elsewhere. */
function useListKey(): string | undefined {
  return useRouterState({
    select: ({ location }) => (location.pathname.endsWith('/products') ? location.state.__TSR_key : undefined),
  });
}
