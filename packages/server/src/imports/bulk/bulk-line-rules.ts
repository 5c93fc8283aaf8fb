import { attributeText, type ProductView } from '../../catalog/core.ts';
import type { EditedProduct, KeyedValue } from './bulk-product-rules.ts';

const memberText = (view: ProductView, { key, value }: KeyedValue) =>
  `${JSON.stringify(key)}:${value === undefined ? 'null' : attributeText(view, key, value)}`;

/** Returns the part of a payload after its id. The import rejects the product if it does not exist or an expected value has changed. */
export function tailText(view: ProductView, { writes, expected }: Pick<EditedProduct, 'writes' | 'expected'>): string {
  const values = writes.map((write) => `,${memberText(view, write)}`).join('');
  return `,"__EXPECTED":{${expected.map((one) => memberText(view, one)).join(',')}}${values}}\n`;
}

/** Returns the payload of a product as one line of NDJSON. */
export const lineText = (productId: string, tail: string): string => `{"__ID":${JSON.stringify(productId)}${tail}`;

/** The tail of a product that is not changed: it must exist. */
export const unchangedTail = ',"__EXPECTED":{}}\n';

/** The tail of a product that the import skips, because an earlier run has handled it, or rejects without reading it. */
export const bareTail = '}\n';
