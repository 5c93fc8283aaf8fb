import { type Category, listOf, textOf, type Untranslated } from './conversion.ts';
import { handleOf } from './taxonomy-attributes.ts';

/** Reads categories. A category links only attributes that none of its ancestors links. */
export function readCategories(
  nodes: readonly { file: string; members: Record<string, unknown> }[],
  used: Set<string>,
  untranslated: Untranslated[],
): Category[] {
  const parents = new Map<string, string>();
  const own = new Map<string, { name: string; links: string[] }>();
  for (const { file, members } of nodes) {
    const id = textOf(members['id']);
    const name = textOf(members['name']);
    if (id === undefined || name === undefined) {
      untranslated.push({ position: `${file}: ${id ?? '?'}`, reason: 'a category needs an id and a name' });
      continue;
    }
    const children = listOf(members['children']).filter((one): one is string => typeof one === 'string');
    for (const child of children) parents.set(child, id);
    const links = listOf(members['attributes']).flatMap((one) => textOf(one) ?? []);
    own.set(id, { name, links: [...new Set(links.map(handleOf))] });
  }
  for (const [child, parent] of parents)
    if (!own.has(child))
      untranslated.push({ position: `${parent}/children`, reason: `no file has the category ${child}` });
  return [...own].map(([id, { name, links }]) => {
    const above = new Set(ancestorsOf(id, parents).flatMap((one) => own.get(one)?.links ?? []));
    const added = links.filter((link) => !above.has(link));
    for (const link of links) used.add(link);
    return {
      id,
      name,
      parentId: parents.get(id) ?? null,
      ...(added.length > 0 && {
        attributeLinks: added.map((link) => ({ id: link, requirement: 'recommended' as const })),
      }),
    };
  });
}

/** Returns the ancestors of a category, the nearest first. Stops at a cycle, which only the service reports as an error. */
function ancestorsOf(id: string, parents: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  let parent = parents.get(id);
  while (parent !== undefined && parent !== id && !found.includes(parent)) {
    found.push(parent);
    parent = parents.get(parent);
  }
  return found;
}
