/** The stored data of a selection. */
export interface SelectionState {
  /** With `some`, the products in `lists` are selected. With `all`, all products of `list` except those in `lists`. */
  kind: 'some' | 'all';
  /** Product id → the list in which the product was selected or excluded. A list is identified by its filter as text. */
  lists: ReadonlyMap<string, string>;
  /** The list whose products are all selected, or '' for `some`. */
  list: string;
}

export const emptySelection: SelectionState = { kind: 'some', lists: new Map(), list: '' };

export const selectAll = (list: string): SelectionState => ({ kind: 'all', lists: new Map(), list });

export const selectExactly = (productIds: readonly string[], list: string): SelectionState => ({
  kind: 'some',
  lists: new Map(productIds.map((id) => [id, list])),
  list: '',
});

/**
 * Returns the selection after the end of a deletion. A selection that has not changed since the deletion was started becomes exactly the
 * products that were not deleted. A changed selection loses only the deleted products. It stays unchanged if it or the deleted selection
 * contains all products of a list, because the ids are then unknown.
 * @param deleted the selection whose products were deleted
 * @param present the ids of the products that were not deleted
 */
export function withoutDeleted(
  state: SelectionState,
  deleted: SelectionState,
  present: readonly string[],
  list: string,
): SelectionState {
  if (state === deleted) return selectExactly(present, list);
  if (state.kind === 'all' || deleted.kind === 'all') return state;
  const gone = new Set(deleted.lists.keys()).difference(new Set(present));
  return { ...state, lists: new Map([...state.lists].filter(([id]) => !gone.has(id))) };
}

export function toggled(state: SelectionState, productId: string, list: string): SelectionState {
  const lists = new Map(state.lists);
  if (!lists.delete(productId)) lists.set(productId, list);
  return { ...state, lists };
}

/**
 * Selects or deselects a range of products, so that all of them are selected exactly if `from` is selected.
 * @param from the product that was toggled last. If it is undefined or not in the list, only `to` is toggled
 * @param products the products of the list in their order
 */
export function toggledRange(
  state: SelectionState,
  { from, to }: { from: string | undefined; to: string },
  products: readonly { productId: string }[],
  list: string,
): SelectionState {
  const [start, end] = [from, to].map((id) => products.findIndex(({ productId }) => productId === id));
  if (from === undefined || start === undefined || end === undefined || start < 0 || end < 0)
    return toggled(state, to, list);
  const wanted = isSelected(state, from);
  const lists = new Map(state.lists);
  for (const { productId } of products.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    if (isSelected(state, productId) === wanted) continue;
    if (!lists.delete(productId)) lists.set(productId, list);
  }
  return { ...state, lists };
}

/** Returns true if all products of a different list are selected. In that case, no product of the displayed list is selected. */
export const isOfOtherList = ({ kind, list }: SelectionState, shown: string): boolean =>
  kind === 'all' && list !== shown;

export const isSelected = ({ kind, lists }: SelectionState, productId: string): boolean =>
  (kind === 'all') !== lists.has(productId);

/** Returns the number of selected products, or undefined if all products of a list are selected and have not been counted. */
export function selectionSize({ kind, lists }: SelectionState, matching: number | undefined): number | undefined {
  if (kind === 'some') return lists.size;
  return matching === undefined ? undefined : matching - lists.size;
}

/** Returns the number of products that were selected in a different list. */
export const selectedElsewhere = ({ kind, lists }: SelectionState, shown: string): number =>
  kind === 'all' ? 0 : [...lists.values()].filter((list) => list !== shown).length;
