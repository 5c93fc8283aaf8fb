import { type ProductId, productIdOf } from '../../platform/core.ts';
import type { PackagingNode } from '@pimento/contract';

/** A product in a tree, with its links in the direction of the tree, which lead either to its children or to its parents. */
export interface Neighbour {
  resolved: boolean;
  name: string | null;
  links: { productId: ProductId; quantity: string }[];
}

interface Branch {
  node: PackagingNode;
  above: Branch | null;
}

const missing: Neighbour = { resolved: false, name: null, links: [] };

function bare(productId: ProductId, quantity: string | null): PackagingNode {
  return { productId, name: null, quantity, resolved: false, truncated: false, links: [] };
}

function isAbove(branch: Branch | null, productId: string): boolean {
  for (let at = branch; at !== null; at = at.above) if (at.node.productId === productId) return true;
  return false;
}

/**
 * Builds a tree level by level, so that the deepest nodes are cut off if the tree has too many nodes. A product that occurs several times
 * is loaded once. If a product contains itself, the inner occurrence is marked as truncated and not expanded.
 * @param load returns the products that exist among the ids
 */
export async function buildTree(
  rootId: ProductId,
  limits: { depth: number; maxNodes: number },
  load: (productIds: ProductId[]) => Promise<Map<string, Neighbour>>,
): Promise<PackagingNode> {
  const known = new Map<string, Neighbour>();
  const root = bare(rootId, null);
  let level: Branch[] = [{ node: root, above: null }];
  let nodes = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    const toLoad = [...new Set(level.map((branch) => productIdOf(branch.node.productId)))].filter(
      (id) => !known.has(id),
    );
    const loaded = toLoad.length === 0 ? new Map<string, Neighbour>() : await load(toLoad);
    for (const id of toLoad) known.set(id, loaded.get(id) ?? missing);
    const next: Branch[] = [];
    for (const branch of level) {
      const { node } = branch;
      const { resolved, name, links } = known.get(node.productId) ?? missing;
      Object.assign(node, { resolved, name });
      if (links.length === 0) continue;
      if (isAbove(branch.above, node.productId)) {
        node.truncated = true;
        continue;
      }
      const remaining = depth < limits.depth ? limits.maxNodes - nodes : 0;
      for (const link of links.slice(0, remaining)) {
        const child = bare(link.productId, link.quantity);
        node.links.push(child);
        next.push({ node: child, above: branch });
      }
      node.truncated = links.length > remaining;
      nodes += Math.min(links.length, remaining);
    }
    level = next;
  }
  return root;
}
