import type { Category, CategoryLink, CheckedStandard, Target, TargetDemands } from './checked-standard.ts';

/** Returns the path of categories from the top-level ancestor down to this category. */
export function categoryPath(category: Category): Category[] {
  const path: Category[] = [];
  for (let at: Category | undefined = category; at !== undefined; at = at.parent) path.unshift(at);
  return path;
}

/** Returns true if a product can be assigned to this category. */
export function isAssignable({ hasLeaves }: Pick<CheckedStandard, 'hasLeaves'>, category: Category): boolean {
  return !hasLeaves || category.isLeaf;
}

/**
 * Merges the links of a category and its ancestors, by path of the target. If several links have the same member, the link of the nearest
 * category applies.
 */
function mergedLinks(category: Category): ReadonlyMap<string, CategoryLink> {
  const merged = new Map<string, CategoryLink>();
  for (const { links } of categoryPath(category)) {
    for (const [path, link] of links) merged.set(path, { ...merged.get(path), ...link });
  }
  return merged;
}

/**
 * Returns the targets that apply to products of a category, each with its demands in this category. Parents come before their children. If
 * a target does not apply, its children do not apply either.
 * @param category undefined for products without a category
 */
export function listDemands(
  { topLevel }: Pick<CheckedStandard, 'topLevel'>,
  category: Category | undefined,
): ReadonlyMap<Target, TargetDemands> {
  const links = category === undefined ? new Map<string, CategoryLink>() : mergedLinks(category);
  const demands = new Map<Target, TargetDemands>();
  const visit = (targets: readonly Target[]): void => {
    for (const target of targets) {
      const link = links.get(target.path);
      if (target.isLinked && link === undefined) continue;
      const { requirement, restriction, minItems, maxItems, levels } = target;
      demands.set(target, { requirement, restriction, minItems, maxItems, levels, ...link });
      visit(target.children);
    }
  };
  visit(topLevel);
  return demands;
}
