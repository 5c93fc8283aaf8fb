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

/** The distance between two numbers, so that an attribute can be put between two others by its definition alone. */
const step = 10;

/**
 * Returns the definitions to send, so that the attributes are in the order of the groups: those whose number changes. The service needs the
 * name and the type with each definition. So that the change of another user to them is not reverted, they are expected, too.
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
