import { type Environment, parseDecimal } from '@pimento/formula';
import type { EvaluatedProduct } from './ruleset-input.ts';

/** Converts the packaging links of a product to the form that formulas read. */
export function packagingLinks(packaging: EvaluatedProduct['packaging']): Environment['packaging'] {
  return (packaging ?? []).flatMap(({ __ID: id, QUANTITY: text }) => {
    const quantity = parseDecimal(text);
    return quantity === undefined ? [] : [{ id, quantity }];
  });
}
