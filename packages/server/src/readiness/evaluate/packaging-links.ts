import { type Environment, parseDecimal } from '@pimento/formula';
import type { EvaluatedProduct } from './ruleset-input.ts';

/** Returns a product's own packaging links as formulas read them. */
export function packagingLinks(packaging: EvaluatedProduct['packaging']): Environment['packaging'] {
  return (packaging ?? []).flatMap(({ __ID: id, QUANTITY: text }) => {
    const quantity = parseDecimal(text);
    return quantity === undefined ? [] : [{ id, quantity }];
  });
}
