import { type ProductId, productIdOf } from '../../platform/core.ts';
import type { PackagingLink } from './product-types.ts';

/** Maps each loaded parent to its children. */
export type PackagingGraph = Map<string, readonly string[]>;

export const childrenOf = (links: readonly PackagingLink[]): ProductId[] => links.map((link) => productIdOf(link.__ID));

/**
 * Returns the cycle that new links of a parent would create, as [parent, …, parent]. The search is iterative and marks visited products, so
 * deep trees and stored cycles are safe.
 * @returns undefined if there is no cycle
 */
export function findCycle(graph: PackagingGraph, parent: string, children: readonly string[]): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const open: string[] = [];
  const visit = (child: string, from: string) => {
    if (cameFrom.has(child)) return;
    cameFrom.set(child, from);
    open.push(child);
  };
  for (const child of children) visit(child, parent);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === parent) return pathOf(cameFrom, parent);
    for (const child of graph.get(node) ?? []) visit(child, node);
  }
  return undefined;
}

function pathOf(cameFrom: ReadonlyMap<string, string>, parent: string): string[] {
  const path = [parent];
  let node = cameFrom.get(parent);
  while (node !== undefined && node !== parent) {
    path.unshift(node);
    node = cameFrom.get(node);
  }
  return [parent, ...path];
}
