import type { TargetPlan } from './target-plan.ts';

/**
 * Returns a function that finds the attributes behind a target in one category: the ids that the formula of the target reads and, for a
 * child, the ids that the formulas of its composites read.
 * @param overridden paths of top-level targets whose value a person has set, so that no formula is read
 */
export function attributeFinder(
  plans: readonly TargetPlan[],
  overridden: Pick<ReadonlySet<string>, 'has'>,
): (target: string | null) => readonly string[] {
  return (target) => {
    const steps = target?.split('/') ?? [];
    const [first = ''] = steps;
    let plan: TargetPlan | undefined = overridden.has(first)
      ? undefined
      : plans.find(({ target: { path } }) => path === first);
    const found = new Set<string>();
    for (let depth = 1; plan !== undefined; depth += 1) {
      for (const id of plan.origin.attributes) found.add(id);
      const path = steps.slice(0, depth + 1).join('/');
      const index: number | undefined = depth < steps.length ? plan.children.indexes.get(path) : undefined;
      plan = index === undefined ? undefined : plan.children.plans[index];
    }
    return [...found];
  };
}
