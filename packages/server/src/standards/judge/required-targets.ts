import type { Mapping } from '@pimento/contract';
import type { Category, CheckedStandard, Target } from './checked-standard.ts';
import { levelFor } from './requirement.ts';

/**
 * Returns the top-level targets that the mapping's purposes require, either by the target's own requirement or in at least one category.
 * @param assigned the categories that products can have; undefined for all categories
 */
export function requiredTargets(
  { purposes }: Pick<Mapping, 'purposes'>,
  { topLevel, categories }: Pick<CheckedStandard, 'topLevel' | 'categories'>,
  assigned: ReadonlySet<string> | undefined,
): Target[] {
  const selected = purposes && new Set(purposes);
  const linked = new Set<string>();
  for (const category of categories.values()) {
    if (assigned !== undefined && !assigned.has(category.id)) continue;
    for (const [path, requirement] of requirementsIn(category))
      if (levelFor(requirement, selected) === 'required') linked.add(path);
  }
  return topLevel.filter(
    (target) => linked.has(target.path) || (!target.isLinked && levelFor(target.requirement, selected) === 'required'),
  );
}

type Requirement = Target['requirement'];

/**
 * Returns the requirements of a category and its ancestors, by path of the target. If several of these categories have a requirement for
 * the same target, that of the nearest category applies.
 */
function requirementsIn(category: Category): ReadonlyMap<string, Requirement> {
  const found = new Map<string, Requirement>();
  for (let one: Category | undefined = category; one !== undefined; one = one.parent) {
    for (const [path, { requirement }] of one.links)
      if (requirement !== undefined && !found.has(path)) found.set(path, requirement);
  }
  return found;
}
