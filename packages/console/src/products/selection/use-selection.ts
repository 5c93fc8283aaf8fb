import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import {
  emptySelection,
  isOfOtherList,
  isSelected,
  selectAll,
  selectedElsewhere,
  selectExactly,
  selectionSize,
  type SelectionState,
  toggled,
} from './selection-state.ts';

/** The selected products of the product list, and the functions that change the selection. */
export interface Selection extends Chosen {
  /** Number of products that were selected in a different list. */
  elsewhere: number;
  has: (productId: string) => boolean;
  /** Number of selected products; undefined if the number is unknown. */
  size: (matching: number | undefined) => number | undefined;
  toggle: (productId: string) => void;
  chooseAll: () => void;
  /** Selects exactly these products. */
  choose: (productIds: readonly string[]) => void;
  clear: () => void;
  /** The stored data from which the selection can be restored later. */
  state: SelectionState;
}

/**
 * Holds the selection of the product list. When the list changes, individually selected products stay selected, but the selection "all
 * products" is cleared.
 * @param list identifies the shown list
 * @param onLost called when "all products" is cleared
 * @param initial a selection to restore
 */
export function useSelection(list: string, onLost: () => void, initial: SelectionState = emptySelection): Selection {
  const [stored, setState] = useState(initial);
  const isLost = isOfOtherList(stored, list);
  const dropSelection = useEffectEvent(() => {
    setState(emptySelection);
    onLost();
  });
  useEffect(() => {
    if (isLost) dropSelection();
  }, [isLost]);
  const state = isLost ? emptySelection : stored;
  return useMemo(
    () => ({
      kind: state.kind,
      ids: new Set(state.lists.keys()),
      elsewhere: selectedElsewhere(state, list),
      has: (productId) => isSelected(state, productId),
      size: (matching) => selectionSize(state, matching),
      toggle: (productId) => setState((before) => toggled(before, productId, list)),
      chooseAll: () => setState(selectAll(list)),
      choose: (productIds) => setState(selectExactly(productIds, list)),
      clear: () => setState(emptySelection),
      state,
    }),
    [state, list],
  );
}
