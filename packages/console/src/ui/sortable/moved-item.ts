/** Returns a list with one item moved to another index, or an equal list if either index is outside the list. Pure. */
export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  return item === undefined || items[to] === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item);
}
