import type { filterOf } from './product-search.ts';

/** The product list that was shown last. The page of a product in this list links to the previous and the next product. */
export interface ListWalk {
  filter: ReturnType<typeof filterOf> & { sort?: string };
  /** The products loaded so far, in the order of the list. */
  ids: readonly string[];
  /** The cursor of the products that follow, or null if all are loaded. */
  next: string | null;
  /** Number of matching products, or undefined while they are being counted. */
  total: number | undefined;
}

/** The person and client to whom a list belongs. Several people can sign in one after the other in the same tab. */
interface Owner {
  session: { personId: string };
  clientId: string;
}

const keyOf = ({ session, clientId }: Owner): string => JSON.stringify([session.personId, clientId]);

/** Owner → list. The map is not stored, so it is empty after a reload of the page. */
const walks = new Map<string, ListWalk>();

export function rememberWalk(owner: Owner, walk: ListWalk): void {
  walks.set(keyOf(owner), walk);
}

export const recallWalk = (owner: Owner): ListWalk | undefined => walks.get(keyOf(owner));

/** The position of a product in a list, and its neighbours. */
export interface ListStep {
  /** Position in the list, counted from 1. */
  position: number;
  total: number | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** True if the next product exists, but is not loaded. */
  isNextUnloaded: boolean;
}

/** Returns the position and the neighbours of a product, or undefined if the loaded part of the list does not contain it. */
export function stepOf({ ids, next: cursor, total }: ListWalk, productId: string): ListStep | undefined {
  const index = ids.indexOf(productId);
  if (index < 0) return undefined;
  const hasMore = cursor !== null;
  const next = ids[index + 1];
  return {
    position: index + 1,
    total: total ?? (hasMore ? undefined : ids.length),
    previous: ids[index - 1],
    next,
    isNextUnloaded: next === undefined && hasMore,
  };
}

export const extended = (walk: ListWalk, ids: readonly string[], next: string | null): ListWalk => ({
  ...walk,
  ids: [...walk.ids, ...ids],
  next,
});
