import type { AnswerOf, previewMapping } from '@pimento/contract/wire';

type Previewed = AnswerOf<typeof previewMapping>['products'][number];

export interface SampleProduct {
  productId: string;
  name: string | null;
}

/** Sample products, grouped by the rule that determines their category. */
export interface RuleSamples {
  total: number;
  /** Number of the rule, counted from 1 → its products. */
  byRule: ReadonlyMap<number, readonly SampleProduct[]>;
  otherwise: readonly SampleProduct[];
  /** Products without a category. */
  none: readonly SampleProduct[];
}

export function samplesOf(products: readonly Previewed[]): RuleSamples {
  const byRule = new Map<number, SampleProduct[]>();
  const otherwise: SampleProduct[] = [];
  const none: SampleProduct[] = [];
  for (const { productId, name, after } of products) {
    const { categoryReason } = after;
    const number = categoryReason?.rule?.number;
    const product = { productId, name };
    if (number !== undefined) byRule.set(number, [...(byRule.get(number) ?? []), product]);
    else if (categoryReason?.from === 'otherwise') otherwise.push(product);
    else if (categoryReason === null) none.push(product);
  }
  return { total: products.length, byRule, otherwise, none };
}
