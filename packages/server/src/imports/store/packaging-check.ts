import { childrenOf, findCycle, findPackaging, type MergeMode, type PackagingGraph } from '../../catalog/core.ts';
import type { Connection, ClientId, ProductId } from '../../platform/core.ts';
import type { PreparedProduct } from '../judge/import-types.ts';

/** Loads every stored link below the given products, level by level. */
async function loadGraph(
  connection: Connection,
  clientId: ClientId,
  from: readonly ProductId[],
): Promise<PackagingGraph> {
  const graph: PackagingGraph = new Map();
  const known = new Set(from);
  for (let level: readonly ProductId[] = [...known]; level.length > 0;) {
    const links = await findPackaging(connection, clientId, level);
    const next = new Set<ProductId>();
    for (const [parent, children] of links) {
      graph.set(parent, childrenOf(children));
      for (const child of childrenOf(children)) if (!known.has(child)) next.add(child);
    }
    for (const child of next) known.add(child);
    level = [...next];
  }
  return graph;
}

/**
 * Checks products in the order of the body. Returns the products whose links would close a cycle, each with its cycle. The transaction must
 * hold the client's packaging lock, because links of a concurrent import could otherwise complete a cycle.
 */
export async function findPackagingCycles(
  connection: Connection,
  clientId: ClientId,
  products: readonly PreparedProduct[],
  mode: MergeMode,
): Promise<Map<PreparedProduct, string[]>> {
  const linking = products.filter((product) => mode === 'replacement' || product.packaging !== undefined);
  const children = linking.flatMap((product) => childrenOf(product.packaging ?? []));
  const graph = await loadGraph(connection, clientId, children);
  const cycles = new Map<PreparedProduct, string[]>();
  for (const product of linking) {
    const wanted = childrenOf(product.packaging ?? []);
    const cycle = findCycle(graph, product.productId, wanted);
    if (cycle) cycles.set(product, cycle);
    else graph.set(product.productId, wanted);
  }
  return cycles;
}
