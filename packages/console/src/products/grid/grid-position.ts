import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { SelectionState } from '../selection/selection-state.ts';

/** The position and the selection in the product list at the time when the user left it. */
interface GridPosition {
  /** Index of the active row. */
  active: number;
  /** Scroll position in pixels. */
  offset: number;
  selection: SelectionState;
}

const maxPositions = 50;
/** Browser history entry → position. Going back restores the position, and a new visit starts at the top. */
const positions = new Map<string, GridPosition>();

function save(key: string, position: GridPosition): void {
  positions.delete(key);
  positions.set(key, position);
  for (const oldest of positions.keys()) {
    if (positions.size <= maxPositions) return;
    positions.delete(oldest);
  }
}

/** Returns the stored position of this history entry, or undefined if there is none, for example on the first visit. */
export function useRestoredPosition(): GridPosition | undefined {
  const key = useListKey();
  const [before] = useState(() => (key === undefined ? undefined : positions.get(key)));
  return before;
}

/** Stores the position when the user leaves the list. */
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

/** Returns the key of the list's history entry, or undefined if the browser is already navigating to a different page. */
function useListKey(): string | undefined {
  return useRouterState({
    select: ({ location }) => (location.pathname.endsWith('/products') ? location.state.__TSR_key : undefined),
  });
}
