import type { ImportReport, ItemProblem } from '@pimento/contract';
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

export interface DividedChanges {
  accepted: CellChange[];
  refused: RefusedChange[];
  /** Cells of which the report does not tell whether they were refused, because it does not list all problems. */
  unknown: CellChange[];
}

/** The service lists at most this number of problems of one product. */
const listedOfProduct = 50;

/**
 * Divides changes by the problems that the service has found. Pure.
 * @param groups the changes of each product of the request
 * @param report the report of the request. A dry run has a problem for each refused cell. If values are stored, any problem refuses all
 * cells of its product
 */
export function divideChanges(
  groups: readonly (readonly CellChange[])[],
  { errors, errorsTruncated, dryRun }: Pick<ImportReport, 'errors' | 'errorsTruncated' | 'dryRun'>,
): DividedChanges {
  const divided: DividedChanges = { accepted: [], refused: [], unknown: [] };
  const byIndex = Map.groupBy(errors, ({ index }) => index);
  const last = errorsTruncated ? Math.max(-1, ...byIndex.keys().map(Number)) : Infinity;
  for (const [index, group] of groups.entries()) {
    const problems = byIndex.get(index) ?? [];
    const names = new Set(group.map(({ name }) => name));
    const ofProduct = dryRun ? problems.find(({ path }) => !names.has(fieldOfPath(path) ?? '')) : problems[0];
    const isUnknown = index > last || (dryRun && (index === last || problems.length >= listedOfProduct));
    for (const change of group) {
      const problem = problems.find(({ path }) => fieldOfPath(path) === change.name) ?? ofProduct;
      if (problem !== undefined) divided.refused.push({ change, problem });
      else if (isUnknown) divided.unknown.push(change);
      else divided.accepted.push(change);
    }
  }
  return divided;
}
