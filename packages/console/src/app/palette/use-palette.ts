import { useDebouncedValue } from '@mantine/hooks';
import { spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { chosenIndex, movedIndex } from './palette-index.ts';
import { usePaletteHits } from './use-palette-hits.tsx';

const typingMs = 200;
/** Hits of an older text are dimmed after this time. Dimming them sooner would cause a flicker when the response is fast. */
const lateMs = 350;

/** Returns true if a condition has lasted for `lateMs`. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}

/**
 * Holds the state of the command palette. If the user presses Enter before the hits for the current text have arrived, the chosen hit runs
 * after they arrive. Hits of an older text are never run.
 */
export function usePalette() {
  const [query, setQuery] = useState('');
  const text = query.trim();
  const [debounced] = useDebouncedValue(text, typingMs);
  /** The query that was submitted with Enter, which skips the debounce. */
  const [entered, setEntered] = useState<string>();
  const settled = entered === text ? text : debounced;
  const hits = usePaletteHits(text === '' ? '' : settled);
  const isCurrent = text === '' || (settled === text && !hits.isLoading);

  // The previous hits stay visible until the new hits arrive, but they cannot be chosen.
  const shown = useRef<SpotlightActionGroupData[]>(hits.groups);
  if (isCurrent) shown.current = hits.groups;
  const groups = shown.current;
  const actions = groups.flatMap((group) => group.actions);

  const [moved, setMoved] = useState({ text: '', index: -1 });
  const chosen = isCurrent ? chosenIndex(moved, text, actions.length) : -1;
  const move = (step: 1 | -1) => {
    if (isCurrent && actions.length > 0) setMoved({ text, index: movedIndex(chosen, step, actions.length) });
  };
  const run = (index: number) => {
    const { onClick } = actions[index] ?? {};
    if (!onClick) return;
    spotlight.close();
    // the type requires an event, but no action reads it
    (onClick as () => void)();
  };
  const runEntered = useEffectEvent(() => {
    setEntered(undefined);
    if (hits.error === null) run(Math.max(chosen, 0));
  });
  const isDue = entered !== undefined && entered === text && isCurrent;
  useEffect(() => {
    if (isDue) runEntered();
  }, [isDue]);

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => (isCurrent ? run(chosen) : setEntered(text)),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    // The component's own handler would run the hit that it has stored, which may belong to an older text.
    event.stopPropagation();
    act();
  };
  const change = (next: string) => {
    setQuery(next);
    setEntered(undefined);
    setMoved({ text: '', index: -1 });
  };
  return { query, change, onKey, groups, chosen, isCurrent, isLate: useIsLate(!isCurrent), error: hits.error };
}
