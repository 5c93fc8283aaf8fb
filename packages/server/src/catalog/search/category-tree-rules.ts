/** Number of products directly in one category, without its subcategories. */
interface CategoryCount {
  path: string;
  products: number;
}

export interface CategoryNode {
  path: string;
  name: string;
  /** Number of products in the category and its subcategories. */
  products: number;
  hasChildren: boolean;
}

/**
 * Returns the paths of a category from the top down, such as `Food` and `Food > Oils`. The steps are separated by ">" or, in a path without
 * ">", by "/". A path with an empty step is not split.
 */
export function categoryPaths(path: string): string[] {
  const separators = path.includes('>') ? / ?> ?/g : / ?\/ ?/g;
  if (path.split(separators).some((step) => step.trim() === '')) return [path];
  return [...Array.from(path.matchAll(separators), ({ index }) => path.slice(0, index)), path];
}

/** Returns the last step of a path. */
export function categoryName(path: string): string {
  const paths = categoryPaths(path);
  const above = paths.at(-2);
  return above === undefined ? path : path.slice(above.length).replace(/^ ?[>/] ?/, '');
}

/**
 * Returns one level of the tree of categories, ordered by name.
 * @param under path of the parent category; undefined for the top level
 */
export function categoryLevel(counts: readonly CategoryCount[], under: string | undefined): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  for (const { path, products } of counts) {
    const paths = categoryPaths(path);
    const depth = under === undefined ? 0 : paths.indexOf(under) + 1;
    const child = paths[depth];
    if (child === undefined || (under !== undefined && depth === 0)) continue;
    const node = nodes.get(child) ?? { path: child, name: categoryName(child), products: 0, hasChildren: false };
    node.products += products;
    node.hasChildren ||= paths.length > depth + 1;
    nodes.set(child, node);
  }
  return [...nodes.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
