/** The index of the hit that the user has reached with the arrow keys, and the search text of this hit. */
export interface MovedIndex {
  text: string;
  index: number;
}

/**
 * Returns the index of the chosen hit, or -1 if there is none. Until the user moves to a hit, this is 0, or -1 if the search text is empty.
 * @param count number of hits
 */
export function chosenIndex(moved: MovedIndex, text: string, count: number): number {
  if (moved.text === text) return Math.min(moved.index, count - 1);
  return text === '' || count === 0 ? -1 : 0;
}

/** Returns the next or previous index and wraps around at the ends of the list. `count` is at least 1. */
export function movedIndex(chosen: number, step: 1 | -1, count: number): number {
  const from = chosen === -1 && step === -1 ? 0 : chosen;
  return (from + step + count) % count;
}
