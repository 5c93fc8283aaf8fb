import type { ItemProblem } from '@pimento/contract';
import { fieldOfPath } from '../../product/saving/field-of-path.ts';
import type { CellChange } from './paste-plan.ts';

/** A cell that was refused, with the reason. */
export interface RefusedChange {
  change: CellChange;
  problem: ItemProblem;
}

/** Groups changes by product, in order. Each group is one product of the request. */
export const byProduct = (changes: readonly CellChange[]): CellChange[][] => [
  ...Map.groupBy(changes, ({ record }) => record.productId).values(),
];

/** Returns the product of a request that changes the values, unless one of them differs from the value that the user has seen. */
export function productOf(group: readonly CellChange[]): Record<string, unknown> {
  return {
    ...Object.fromEntries(group.map(({ name, after }) => [name, after])),
    __ID: group[0]?.record.productId,
    __EXPECTED: Object.fromEntries(group.map(({ name, before }) => [name, before])),
  };
}

/**
 * Divides changes by the problems that the service has found. A problem of one value refuses its cell; any other problem refuses all cells
 * of its product. Pure.
 * @param errors the problems of a request with one product for each group
 */
export function divideChanges(
  groups: readonly (readonly CellChange[])[],
  errors: readonly ItemProblem[],
): { accepted: CellChange[]; refused: RefusedChange[] } {
  const accepted: CellChange[] = [];
  const refused: RefusedChange[] = [];
  const byIndex = Map.groupBy(errors, ({ index }) => index);
  for (const [index, group] of groups.entries()) {
    const problems = byIndex.get(index) ?? [];
    const names = new Set(group.map(({ name }) => name));
    const ofProduct = problems.find(({ path }) => !names.has(fieldOfPath(path) ?? ''));
    for (const change of group) {
      const problem = problems.find(({ path }) => fieldOfPath(path) === change.name) ?? ofProduct;
      if (problem === undefined) accepted.push(change);
      else refused.push({ change, problem });
    }
  }
  return { accepted, refused };
}
