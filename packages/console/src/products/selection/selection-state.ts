/** What is stored of a selection. */
export interface SelectionState {
  /** Some products, or all that match except some. */
  kind: 'some' | 'all';
  /** Product id → the list in which the product was selected or excluded. A list is identified by its filter as text. */
  lists: ReadonlyMap<string, string>;
  /** The list all of which is selected; '' for `some`. */
  list: string;
}

export const emptySelection: SelectionState = { kind: 'some', lists: new Map(), list: '' };

/** All products of a list. */
export const selectAll = (list: string): SelectionState => ({ kind: 'all', lists: new Map(), list });

/** Exactly these products. */
export const selectExactly = (productIds: readonly string[], list: string): SelectionState => ({
  kind: 'some',
  lists: new Map(productIds.map((id) => [id, list])),
  list: '',
});

/** Selects a product that is not selected, or the reverse. */
export function toggled(state: SelectionState, productId: string, list: string): SelectionState {
  const lists = new Map(state.lists);
  if (!lists.delete(productId)) lists.set(productId, list);
  return { ...state, lists };
}

/** Whether all products of another list are selected: in this list that means nothing. */
export const isOfOtherList = ({ kind, list }: SelectionState, shown: string): boolean =>
  kind === 'all' && list !== shown;

export const isSelected = ({ kind, lists }: SelectionState, productId: string): boolean =>
  (kind === 'all') !== lists.has(productId);

/** Number of selected products; undefined for all of a list whose products are not counted. */
export function selectionSize({ kind, lists }: SelectionState, matching: number | undefined): number | undefined {
  if (kind === 'some') return lists.size;
  return matching === undefined ? undefined : matching - lists.size;
}

/** Number of products that were selected in another list. */
export const selectedElsewhere = ({ kind, lists }: SelectionState, shown: string): number =>
  kind === 'all' ? 0 : [...lists.values()].filter((list) => list !== shown).length;
