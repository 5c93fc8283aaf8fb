import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { SelectionState } from '../selection/selection-state.ts';

/** The position in the product list at the time when the list was left. */
interface GridPlace {
  /** Index of the active row. */
  active: number;
  /** Scroll position in pixels. */
  offset: number;
  selection: SelectionState;
}

const maxPlaces = 50;
/** By entry of the browser's history: going back restores the list, and a new visit starts at the top. */
const places = new Map<string, GridPlace>();

function keep(key: string, place: GridPlace): void {
  places.delete(key);
  places.set(key, place);
  for (const oldest of places.keys()) {
    if (places.size <= maxPlaces) return;
    places.delete(oldest);
  }
}

/** The position to restore at this entry of the history; undefined on the first visit. */
export function usePlaceBefore(): GridPlace | undefined {
  const key = useListKey();
  const [before] = useState(() => (key === undefined ? undefined : places.get(key)));
  return before;
}

/** Stores the position when the list is left. */
export function useKeptPlace(place: Omit<GridPlace, 'offset'>, offset: { current: number }): void {
  const key = useListKey();
  const latest = useRef({ place, key });
  latest.current = { place, key: key ?? latest.current.key };
  useEffect(
    () => () => {
      if (latest.current.key !== undefined)
        keep(latest.current.key, { ...latest.current.place, offset: offset.current });
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
