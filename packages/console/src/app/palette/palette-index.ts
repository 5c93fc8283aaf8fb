/** The hit that a person has moved to with the arrow keys, and the text for which it was a hit. */
export interface MovedIndex {
  text: string;
  index: number;
}

/**
 * The index of the chosen hit; -1 for none. The first hit of a search is chosen by itself, the first of the places to go is not.
 * @param count number of hits
 */
export function chosenIndex(moved: MovedIndex, text: string, count: number): number {
  if (moved.text === text) return Math.min(moved.index, count - 1);
  return text === '' ? -1 : 0;
}

/** The index one step further, around the ends of the list. `count` is at least 1. */
export function movedIndex(chosen: number, step: 1 | -1, count: number): number {
  const from = chosen === -1 && step === -1 ? 0 : chosen;
  return (from + step + count) % count;
}
