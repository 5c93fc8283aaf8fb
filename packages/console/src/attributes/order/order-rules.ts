import type { AttributeDefinition } from '@pimento/contract';

/** A section of the page of a product with its attributes, in order. `id` is '' for the attributes without a group. */
export interface OrderedGroup {
  id: string;
  attributes: AttributeDefinition[];
}

/** Returns the groups of top-level definitions, in the order in which the page of a product shows them. */
export function orderedGroups(topLevel: readonly AttributeDefinition[]): OrderedGroup[] {
  const groups = Map.groupBy(topLevel, ({ groupIds }) => groupIds?.[0] ?? '');
  return Array.from(groups, ([id, attributes]) => ({ id, attributes }));
}

/** The gap between two `displaySequence` numbers. An attribute can move between two others by changing only its own number. */
const step = 10;

/**
 * Returns the definitions whose `displaySequence` must change, so that the attributes are stored in the order of `groups`. The service
 * requires the name and the type of each definition. `expected` contains both as well, so that another user's change is not reverted.
 */
export function orderInputs(groups: readonly OrderedGroup[]): Record<string, unknown>[] {
  return groups
    .flatMap(({ attributes }) => attributes)
    .flatMap(({ id, name, type, displaySequence }, index) => {
      const wanted = (index + 1) * step;
      if (displaySequence === wanted) return [];
      const expected = { name, type, displaySequence: displaySequence ?? null };
      return [{ id, name, compositeAttribute: null, type, displaySequence: wanted, expected }];
    });
}

/** Returns true if two lists of groups have the same order of groups and attributes. */
export const isSameOrder = (a: readonly OrderedGroup[], b: readonly OrderedGroup[]): boolean =>
  JSON.stringify(a.map(idsOf)) === JSON.stringify(b.map(idsOf));

const idsOf = ({ id, attributes }: OrderedGroup) => [id, attributes.map((one) => one.id)];
