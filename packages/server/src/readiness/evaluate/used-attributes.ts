import type { PlanList, TargetPlan } from './target-plan.ts';

/**
 * Returns a function that finds the attributes behind a target in one category: the ids that the formula of the target reads and, for a
 * child, the ids that the formulas of its composites read.
 * @param overridden paths of top-level targets whose value a person has set, so that no formula is read
 */
export function attributeFinder(
  topLevel: PlanList,
  overridden: Pick<ReadonlySet<string>, 'has'>,
): (target: string | null) => readonly string[] {
  return (target) => {
    const steps = target?.split('/') ?? [];
    const [first = ''] = steps;
    let plan = overridden.has(first) ? undefined : planAt(topLevel, first);
    const found = new Set<string>();
    for (let depth = 1; plan !== undefined; depth += 1) {
      for (const id of plan.origin.attributes) found.add(id);
      plan = depth < steps.length ? planAt(plan.children, steps.slice(0, depth + 1).join('/')) : undefined;
    }
    return [...found];
  };
}

function planAt({ plans, indexes }: PlanList, path: string): TargetPlan | undefined {
  const index = indexes.get(path);
  return index === undefined ? undefined : plans[index];
}
