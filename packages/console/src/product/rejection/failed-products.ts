import type { ListedChannelProduct } from '@pimento/contract';
import { fieldOf } from '../../connections/field-of.ts';
import type { Structure } from '../../session/structure.ts';

/** The states of products that a channel did not accept. */
export const failedStates: readonly ('Rejected' | 'Returned')[] = ['Rejected', 'Returned'];

/** Returns the failed state of a product on a channel, or undefined if the product has not failed. */
export const failedState = ({ state }: Pick<ListedChannelProduct, 'state'>) =>
  failedStates.find((failed) => failed === state);

type Failed = Pick<ListedChannelProduct, 'productId' | 'changedSince' | 'isDeleted'>;

/**
 * Returns the failed products that have not been changed or deleted since they failed, except the given product. Products after it come
 * first. Pure.
 */
export function openAfter<Product extends Failed>(products: readonly Product[], productId: string): Product[] {
  const at = products.findIndex((one) => one.productId === productId);
  return [...products.slice(at + 1), ...products.slice(0, Math.max(0, at))].filter(
    ({ changedSince, isDeleted }) => !changedSince && !isDeleted,
  );
}

/**
 * Returns the ids of the failed products that have been changed since they failed and can be submitted again, the shown product first.
 * Pure.
 * @param shown the shown product, which may be missing from `products`; undefined while it is being loaded
 */
export function changedIds(products: readonly Failed[], shown: Failed | undefined): string[] {
  const others = products.filter(({ productId }) => productId !== shown?.productId);
  return [...(shown ? [shown] : []), ...others]
    .filter(({ changedSince, isDeleted }) => changedSince && !isDeleted)
    .map(({ productId }) => productId);
}

/** Returns the first field that the channel named in its errors, or undefined if none of the named fields exists in Pimento. Pure. */
export const firstField = (
  structure: Pick<Structure, 'find'>,
  { errors }: Pick<ListedChannelProduct, 'errors'>,
): string | undefined =>
  errors.map(({ attributeId }) => fieldOf(structure, attributeId)).find((field) => field !== undefined);

/** What a channel reported about one field of a product. */
export interface Refusal {
  channelName: string;
  message: string;
  changedSince: boolean;
}

/** Returns what the channels that did not accept a product reported about its fields, by field. Pure. */
export function refusalsByField(
  structure: Pick<Structure, 'find'>,
  standings: readonly (ListedChannelProduct & { channelName: string })[],
): ReadonlyMap<string, Refusal[]> {
  const byField = new Map<string, Refusal[]>();
  for (const standing of standings) {
    if (failedState(standing) === undefined) continue;
    const { channelName, changedSince } = standing;
    for (const { attributeId, message } of standing.errors) {
      const field = fieldOf(structure, attributeId);
      if (field === undefined) continue;
      byField.set(field, [...(byField.get(field) ?? []), { channelName, message, changedSince }]);
    }
  }
  return byField;
}
