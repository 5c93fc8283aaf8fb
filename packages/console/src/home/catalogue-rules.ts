import type { AttributeDefinition } from '@pimento/contract';
import type { StepState } from './first-delivery-rules.ts';

/** The first steps of a new client, before products go to a channel. */
export interface CatalogueSteps {
  import: StepState;
  define: StepState;
}

/** Imports create string attributes, and composites for feeds. Any other type was set by a person. */
const importedTypes: ReadonlySet<string> = new Set(['string', 'composite']);
const isDefined = ({ type }: Pick<AttributeDefinition, 'type'>) => !importedTypes.has(type.id.toLowerCase());

/** Returns the state of the first steps. */
export function catalogueSteps(
  productCount: number,
  attributes: readonly Pick<AttributeDefinition, 'type'>[],
): CatalogueSteps {
  return {
    import: productCount > 0 ? 'done' : 'open',
    define: attributes.some(isDefined) ? 'done' : attributes.length > 0 ? 'open' : 'waiting',
  };
}

/** Returns true if at least one of the first steps is not done yet. */
export const isCatalogueNew = (steps: CatalogueSteps): boolean =>
  Object.values(steps).some((state) => state !== 'done');
