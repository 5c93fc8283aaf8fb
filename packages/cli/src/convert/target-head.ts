import { type Attribute, membersOf, textOf } from './conversion.ts';
import type { SchemaNode } from './schema-node.ts';

/** The properties of a target that do not depend on its type. */
export interface TargetHead {
  id: string;
  name: string;
  compositeAttribute?: string;
  description?: string;
  requirement?: 'required';
  minItems?: number;
  maxItems?: number;
}

export function describe(list: SchemaNode | undefined, node: SchemaNode): { description?: string } {
  const description = textOf(list?.members['description']) ?? textOf(node.members['description']);
  return description === undefined ? {} : { description };
}

export function countsOf({ members }: SchemaNode): { minItems?: number; maxItems?: number } {
  const { minItems, maxItems } = members;
  return {
    ...(typeof minItems === 'number' && minItems > 0 && { minItems }),
    ...(typeof maxItems === 'number' && { maxItems }),
  };
}

/**
 * Returns the `output` of an attribute whose schema is an object with only a numeric amount and a currency, or undefined for any other
 * schema.
 */
export function moneyForm({ members }: SchemaNode): Attribute['output'] | undefined {
  const properties = membersOf(members['properties']);
  const names = Object.keys(properties).toSorted();
  if (names.join() !== 'amount,currency') return undefined;
  const { type } = membersOf(properties['amount']);
  if (type !== 'integer' && type !== 'number') return undefined;
  return { as: 'object', ...(type === 'integer' && { minorUnits: true }) };
}
