import { standardLimits, type StandardCategory, standardCategorySchema } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { shown } from '../../structure/core.ts';
import { judgeLinks, type LinkContext } from './category-links.ts';
import type { Category } from './checked-standard.ts';
import type { ProblemList } from './problem-list.ts';
import type { Place, SourceItem } from './standard-source.ts';

type OpenCategory = { -readonly [Member in keyof Category]: Category[Member] };
interface ReadCategory {
  category: OpenCategory;
  place: Place;
}

/**
 * Judges the categories and connects each with its parent.
 * @param links undefined if the head could not be read, because the links then cannot be judged
 */
export function judgeCategories(
  sources: readonly SourceItem[],
  links: LinkContext | undefined,
  found: ProblemList,
): ReadonlyMap<string, Category> {
  const read = new Map<string, ReadCategory>();
  for (const source of sources) {
    const body = found.read(source, standardCategorySchema);
    if (body === undefined) continue;
    if (read.has(body.id))
      found.report(source.place, '/id', problem('duplicate-category', { category: shown(body.id) }));
    else read.set(body.id, { category: openCategory(body, source.place, links), place: source.place });
  }
  for (const entry of read.values()) adopt(entry, read, found);
  judgeDepths(read, found);
  return new Map([...read].map(([id, { category }]) => [id, category]));
}

function openCategory(body: StandardCategory, place: Place, context: LinkContext | undefined): OpenCategory {
  const { id, name, leaf = false, attributeLinks = [] } = body;
  const links = context === undefined ? new Map() : judgeLinks(attributeLinks, place, context);
  return { id, name, parent: undefined, isLeaf: leaf, links, body };
}

function adopt({ category, place }: ReadCategory, read: ReadonlyMap<string, ReadCategory>, found: ProblemList): void {
  const { parentId = null } = category.body;
  if (parentId === null) return;
  const parent = read.get(parentId)?.category;
  if (parent === undefined)
    found.report(place, '/parentId', problem('unknown-category', { kind: 'standard', category: shown(parentId) }));
  else category.parent = parent;
}

/** Reports cycles and categories that are nested too deeply. Each category is visited once. */
function judgeDepths(read: ReadonlyMap<string, ReadCategory>, found: ProblemList): void {
  const depths = new Map<Category, number>();
  for (const { category, place } of read.values()) {
    const above: Category[] = [];
    const path = new Set<Category>();
    let at: Category | undefined = category;
    while (at !== undefined && !depths.has(at) && !path.has(at)) {
      path.add(at);
      above.push(at);
      at = at.parent;
    }
    if (at !== undefined && path.has(at))
      found.report(place, '/parentId', problem('category-cycle', { category: shown(at.id) }));
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const one of above.toReversed()) depths.set(one, ++depth);
    const max = standardLimits.levels;
    if (depth > max && above.length > 0)
      found.report(
        place,
        '/parentId',
        problem('too-many-items', { kind: 'standard', items: 'levels', count: depth, max }),
      );
  }
}
