import type { DataStandard } from '@pimento/contract/wire';
import type { Conversion, Untranslated } from './conversion.ts';

/** Returns the path of a target. The id alone is not unique, because several composites can have children with the same id. */
const pathOf = ({ id, compositeAttribute }: { id: string; compositeAttribute?: string | null | undefined }) =>
  `${compositeAttribute ?? ''}/${id}`.replace(/^\/+/, '');

function merge<Item extends object>(
  kind: string,
  into: readonly Item[] | undefined,
  added: readonly Item[] | undefined,
  nameOf: (item: Item) => string,
  untranslated: Untranslated[],
): Item[] {
  const known = new Set(into?.map(nameOf));
  const kept = (added ?? []).filter((item) => !known.has(nameOf(item)));
  for (const item of added ?? [])
    if (known.has(nameOf(item)))
      untranslated.push({ position: nameOf(item), reason: `the standard has this ${kind} already; it is kept` });
  return [...(into ?? []), ...kept];
}

/**
 * Adds the items of a conversion to a standard. If the standard already has a target with the same path, or another item with the same
 * id, the existing item is kept, and the conflict is listed in `untranslated`.
 */
export function mergeStandards(into: DataStandard, { standard, untranslated }: Conversion): Conversion {
  const kept: Untranslated[] = [];
  const idOf = ({ id }: { id: string }) => id;
  const merged = {
    valueLists: merge('value list', into.valueLists, standard.valueLists, idOf, kept),
    attributes: merge('target', into.attributes, standard.attributes, pathOf, kept),
    categories: merge('category', into.categories, standard.categories, idOf, kept),
    rules: merge('rule', into.rules, standard.rules, idOf, kept),
  };
  const filled = Object.fromEntries(Object.entries(merged).filter(([, items]) => items.length > 0));
  return { standard: { ...into, ...filled }, untranslated: [...untranslated, ...kept] };
}
