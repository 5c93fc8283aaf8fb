import { listOf, membersOf, textOf, type ValueList } from './conversion.ts';

export interface SourceAttribute {
  name: string;
  description?: string;
  /** Id of the attribute's value list, or undefined if the attribute has no values. */
  list: string | undefined;
}

/** Returns the id of an attribute. Names have "_" and "/" in categories, but "-" in the list of attributes. */
export const handleOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Adds an attribute and its value list. Also adds its extended attributes, which have the same values under different names. */
export function readAttribute(
  members: Record<string, unknown>,
  attributes: Map<string, SourceAttribute>,
  valueLists: ValueList[],
): void {
  const handle = textOf(members['handle']);
  const name = textOf(members['name']);
  if (handle === undefined || name === undefined) return;
  const id = handleOf(handle);
  const values = listOf(members['values']).flatMap((one) => {
    const value = textOf(membersOf(one)['name']);
    return value === undefined ? [] : [value];
  });
  const list = values.length === 0 ? undefined : id;
  if (list !== undefined) valueLists.push({ id, name, values: [...new Set(values)].map((value) => ({ value })) });
  const description = textOf(members['description']);
  attributes.set(id, { name, ...(description !== undefined && { description }), list });
  for (const one of listOf(members['extended_attributes']).map(membersOf)) {
    const other = textOf(one['handle']);
    if (other !== undefined) attributes.set(handleOf(other), { name: textOf(one['name']) ?? other, list });
  }
}
