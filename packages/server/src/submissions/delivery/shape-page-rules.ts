import { productText, type ProductView } from '../../catalog/core.ts';
import { printShape, type Ruleset } from '../../readiness/core.ts';
import type { PinnedAsset } from '../snapshot/asset-pin-views.ts';
import { evaluatedProduct, stateOf, submittedFacts } from './shape-facts-rules.ts';
import type { SubmittedRow } from './submitted-product-views.ts';

/**
 * A page ends with the product that reaches one of two totals, the steps of the formulas or the characters of the text. One product can
 * take a million of each. Both are independent of the speed of the machine, so a page always has the same products.
 */
export const pageLimits = { steps: 10_000_000, characters: 16 * 1024 * 1024 };

interface Printer {
  ruleset: Ruleset;
  /** If undefined, products are printed in the channel shape only. */
  view: ProductView | undefined;
}

/** Prints the first products of a page until a limit is reached, but at least one product. */
export function printShapes(
  { ruleset, view }: Printer,
  rows: readonly SubmittedRow[],
  pinned: readonly PinnedAsset[],
  limits = pageLimits,
): string[] {
  const assets = new Map(pinned.map((asset) => [asset.assetId, asset]));
  const texts: string[] = [];
  let steps = 0;
  let characters = 0;
  for (const row of rows) {
    if (steps >= limits.steps || characters >= limits.characters) break;
    const shaped = ruleset.shape(evaluatedProduct(row), submittedFacts(row, assets));
    const product = view === undefined ? '' : `,"product":${productText(view, row.productId, stateOf(row))}`;
    const head = `{"__ID":${JSON.stringify(row.productId)},"category":${JSON.stringify(shaped.category)}`;
    const text = `${head},"values":${printShape(shaped.shape)}${product}}`;
    texts.push(text);
    steps += shaped.steps;
    characters += text.length;
  }
  return texts;
}
