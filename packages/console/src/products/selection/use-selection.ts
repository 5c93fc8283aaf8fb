import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import {
  emptySelection,
  isOfOtherList,
  isSelected,
  selectAll,
  selectedElsewhere,
  selectionSize,
  type SelectionState,
  toggled,
  toggledRange,
  withoutDeleted,
} from './selection-state.ts';

/** The selected products of the product list, and the functions that change the selection. */
export interface Selection extends Chosen {
  /** Number of products that were selected in a different list. */
  elsewhere: number;
  has: (productId: string) => boolean;
  /** Number of selected products, or undefined if the number is unknown. */
  size: (matching: number | undefined) => number | undefined;
  toggle: (productId: string) => void;
  /** Selects or deselects all products from the one that was toggled last to this one. `products` are the products of the list in order. */
  toggleRange: (productId: string, products: readonly { productId: string }[]) => void;
  chooseAll: () => void;
  /** Called after a deletion of this selection. Removes its products from the current selection, except those with an id in `present`. */
  removeDeleted: (present: readonly string[]) => void;
  clear: () => void;
  /** The stored data from which the selection can be restored later. */
  state: SelectionState;
}

/**
 * Holds the selection of the product list. When the list changes, individually selected products stay selected, but the selection "all
 * products" is cleared.
 * @param list identifies the displayed list
 * @param onLost called when "all products" is cleared
 * @param initial a selection to restore
 */
export function useSelection(list: string, onLost: () => void, initial: SelectionState = emptySelection): Selection {
  const [stored, setState] = useState(initial);
  /** The product that was toggled last. */
  const last = useRef<string>(undefined);
  const isLost = isOfOtherList(stored, list);
  const dropSelection = useEffectEvent(() => {
    setState(emptySelection);
    onLost();
  });
  useEffect(() => {
    if (isLost) dropSelection();
  }, [isLost]);
  const state = isLost ? emptySelection : stored;
  return useMemo(() => {
    const replace = (next: SelectionState) => {
      last.current = undefined;
      setState(next);
    };
    return {
      kind: state.kind,
      ids: new Set(state.lists.keys()),
      elsewhere: selectedElsewhere(state, list),
      has: (productId) => isSelected(state, productId),
      size: (matching) => selectionSize(state, matching),
      toggle(productId) {
        last.current = productId;
        setState((before) => toggled(before, productId, list));
      },
      toggleRange(productId, products) {
        const range = { from: last.current, to: productId };
        last.current = productId;
        setState((before) => toggledRange(before, range, products, list));
      },
      chooseAll: () => replace(selectAll(list)),
      removeDeleted(present) {
        last.current = undefined;
        setState((current) => withoutDeleted(current, state, present, list));
      },
      clear: () => replace(emptySelection),
      state,
    };
  }, [state, list]);
}
