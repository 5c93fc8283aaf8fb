import type { AttributeDefinition, Product } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';
import type { Structure } from '../../session/structure.ts';
import { primaryAsset } from './primary-asset.ts';

export interface Field {
  /** The attribute's name in the import format. */
  name: string;
  label: string;
  value: unknown;
  definition: AttributeDefinition | undefined;
}

export interface FieldGroup {
  id: string;
  label: string;
  fields: Field[];
}

const reserved = ['__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET'] as const;

/** The keys under which a product can have the value of an attribute. */
const keysOf = ({ name, id }: AttributeDefinition): string[] => [name, id];

/**
 * Returns the stored value of an attribute, or undefined if there is none.
 * @param name the attribute's name in the import format
 */
export function storedValue(product: Product, structure: Structure, name: string): unknown {
  const definition = structure.find(name);
  const key = (definition ? keysOf(definition) : [name]).find((one) => Object.hasOwn(product, one));
  return key === undefined ? undefined : product[key];
}

/**
 * Returns the fields of a product by group, without `__ID` and `PACKAGING`. The reserved fields come first. Each attribute is listed once,
 * under its first group. Attributes without a group and values without a definition share one group.
 */
export function groupFields(t: Messages, product: Product, structure: Structure): FieldGroup[] {
  const groups = new Map<string, FieldGroup>();
  const add = (id: string, label: string, field: Field) => {
    const group = groups.get(id) ?? { id, label, fields: [] };
    group.fields.push(field);
    groups.set(id, group);
  };
  for (const name of reserved)
    add(':base', t.product.base, {
      name,
      label: t.reserved[name] ?? name,
      value: product[name],
      definition: name === primaryAsset.id ? primaryAsset : undefined,
    });
  const seen = new Set<string>(['__ID', 'PACKAGING', ...reserved]);
  for (const definition of structure.topLevel) {
    const key = keysOf(definition).find((name) => Object.hasOwn(product, name) && !seen.has(name));
    if (key !== undefined) seen.add(key);
    const group = definition.groupIds?.[0];
    add(group ?? ':attributes', group ?? t.product.attributes, {
      name: definition.id,
      label: structure.nameOf(definition),
      value: key === undefined ? undefined : product[key],
      definition,
    });
  }
  for (const [name, value] of Object.entries(product))
    if (!seen.has(name)) add(':attributes', t.product.attributes, { name, label: name, value, definition: undefined });
  return [...groups.values()];
}
