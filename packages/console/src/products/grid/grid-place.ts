import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { HeldSelection } from '../selection/use-selection.ts';

/** Where somebody was in the list when they left it. */
interface GridPlace {
  /** The current row. */
  active: number;
  /** Pixels from the top. */
  offset: number;
  selection: HeldSelection;
}

const mostPlaces = 50;
/** By entry of the browser's history, so that going back finds the list as it was, and a new visit begins anew. */
const places = new Map<string, GridPlace>();

function keep(key: string, place: GridPlace): void {
  places.delete(key);
  places.set(key, place);
  for (const oldest of places.keys()) {
    if (places.size <= mostPlaces) return;
    places.delete(oldest);
  }
}

/** Where the list was left at this entry of the history; undefined at a first visit. */
export function usePlaceBefore(): GridPlace | undefined {
  const key = useListKey();
  const [before] = useState(() => (key === undefined ? undefined : places.get(key)));
  return before;
}

/** Keeps where the list is left. */
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

/** The entry of the list; undefined where the browser is on its way elsewhere already. */
function useListKey(): string | undefined {
  return useRouterState({
    select: ({ location }) => (location.pathname.endsWith('/products') ? location.state.__TSR_key : undefined),
  });
}
