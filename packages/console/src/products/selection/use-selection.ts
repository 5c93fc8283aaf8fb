import { useEffect, useMemo, useState } from 'react';
import type { Chosen } from '../../product-query/chosen-ids.ts';

/** The chosen products of the product list, and how to change them. */
export interface Selection extends Chosen {
  /** How many of `some` were chosen in another list. */
  elsewhere: number;
  has: (productId: string) => boolean;
  /** Number of chosen products, where it is known. */
  size: (matching: number | undefined) => number | undefined;
  toggle: (productId: string) => void;
  chooseAll: () => void;
  /** Just these. */
  choose: (productIds: readonly string[]) => void;
  clear: () => void;
  /** To begin with it again. */
  held: HeldSelection;
}

/** What is kept of a selection. */
export interface HeldSelection {
  kind: 'some' | 'all';
  /** Product → the list in which it was chosen, or left out. */
  places: ReadonlyMap<string, string>;
  /** The list all of which is chosen. */
  place: string;
}

const nothing: HeldSelection = { kind: 'some', places: new Map(), place: '' };

/**
 * What is chosen. Single products stay chosen when the list changes, however it does; all of a list are no longer all of another one.
 * @param place says which list is shown
 * @param onLost told when the latter happens
 * @param begin what was chosen before
 */
export function useSelection(place: string, onLost: () => void, begin: HeldSelection = nothing): Selection {
  const [state, setState] = useState(begin);
  const isLost = state.kind === 'all' && state.place !== place;
  useEffect(() => {
    if (!isLost) return;
    setState(nothing);
    onLost();
  }, [isLost]);
  const { kind, places } = isLost ? nothing : state;
  return useMemo(
    () => ({
      kind,
      ids: new Set(places.keys()),
      elsewhere: kind === 'all' ? 0 : [...places.values()].filter((one) => one !== place).length,
      has: (productId) => (kind === 'all') !== places.has(productId),
      size: (matching) => (kind === 'some' ? places.size : matching === undefined ? undefined : matching - places.size),
      toggle: (productId) =>
        setState((before) => {
          const next = new Map(before.places);
          if (!next.delete(productId)) next.set(productId, place);
          return { ...before, places: next };
        }),
      chooseAll: () => setState({ kind: 'all', places: new Map(), place }),
      choose: (productIds) =>
        setState({ kind: 'some', places: new Map(productIds.map((id) => [id, place])), place: '' }),
      clear: () => setState(nothing),
      held: state,
    }),
    [kind, places, place, state],
  );
}
