import { categorySteps, readCategoryPath } from '../views/category-path-rules.ts';

/** The number of products in one category, without those in its subcategories. */
interface CategoryCount {
  path: string;
  products: number;
}

export interface CategoryNode {
  /** The steps separated by " > ", however they are separated in the products. */
  path: string;
  name: string;
  /** Number of products in the category and its subcategories. */
  products: number;
  hasChildren: boolean;
}

const beginsWith = (steps: readonly string[], first: readonly string[]): boolean =>
  first.every((step, index) => steps[index] === step);

/**
 * Returns one level of the tree of categories, ordered by name.
 * @param under path of the parent category; undefined for the top level
 */
export function categoryLevel(counts: readonly CategoryCount[], under: string | undefined): CategoryNode[] {
  const readings = under === undefined ? [[]] : readCategoryPath(under);
  const nodes = new Map<string, CategoryNode>();
  for (const { path: category, products } of counts) {
    const steps = categorySteps(category);
    const depth = readings.find((reading) => beginsWith(steps, reading))?.length;
    const name = depth === undefined ? undefined : steps[depth];
    if (depth === undefined || name === undefined) continue;
    const path = steps.slice(0, depth + 1).join(' > ');
    const node = nodes.get(path) ?? { path, name, products: 0, hasChildren: false };
    node.products += products;
    node.hasChildren ||= steps.length > depth + 1;
    nodes.set(path, node);
  }
  return [...nodes.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
