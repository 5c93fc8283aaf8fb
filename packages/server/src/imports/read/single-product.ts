import { isUtf8 } from 'node:buffer';
import type { ProductSlice } from './body-frame.ts';
import { findJsonFault } from './json-fault.ts';
import { createValueScan, scanValue, startValue } from './value-scan.ts';

/** Matches a body with one object in `products` and no other property. Parsing must confirm a match. */
const singleProduct =
  /^[ \t\n\r]*\{[ \t\n\r]*"products"[ \t\n\r]*:[ \t\n\r]*\[[ \t\n\r]*(\{.*\})[ \t\n\r]*\][ \t\n\r]*\}[ \t\n\r]*$/s;

/**
 * Returns the product if a complete JSON body has exactly one product and nothing else.
 * @returns undefined for any other body, valid or invalid
 */
export function findSingleProduct(body: Buffer): ProductSlice | undefined {
  if (!isUtf8(body)) return undefined;
  const text = singleProduct.exec(body.toString())?.[1];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text);
  // If the match contains two products, or a property after the list, it is not a valid JSON value.
  if (findJsonFault(bytes) !== undefined) return undefined;
  const scan = createValueScan();
  startValue(scan, bytes[0] ?? 0);
  scanValue(scan, bytes, 0, 0);
  return { bytes, members: scan.members, depth: scan.deepest, offset: 0, line: 1, column: 1, isTooLarge: false };
}
