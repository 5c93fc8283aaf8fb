import type { AttributeDefinition } from '@pimento/contract';

/** Returns the definitions that are not inside another one of them, because a composite is deleted with everything inside it. */
export const outermost = (definitions: readonly AttributeDefinition[]): AttributeDefinition[] => {
  const paths = new Set(definitions.map(({ path }) => path));
  return definitions.filter(({ path }) => {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      if (paths.has(path.slice(0, at))) return false;
    return true;
  });
};

/** Returns the definitions at the top level. Only they have a group, which is a section on the page of a product. */
export const groupable = (definitions: readonly AttributeDefinition[]): AttributeDefinition[] =>
  definitions.filter(({ compositeAttribute }) => compositeAttribute === null);

/**
 * Returns the definition to send, with one group or, for an empty text, none. The service rejects it if the groups have changed in the
 * meantime.
 */
export function groupInput(
  { path: _path, ...definition }: AttributeDefinition,
  group: string,
): Record<string, unknown> {
  return {
    ...definition,
    groupIds: group === '' ? null : [group],
    expected: { groupIds: definition.groupIds ?? null },
  };
}
