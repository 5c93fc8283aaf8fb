import { isUtf8 } from 'node:buffer';
import type { ProductSlice } from './body-frame.ts';
import { findJsonFault } from './json-fault.ts';
import { createValueScan, scanValue, startValue } from './value-scan.ts';

/** A body with one object in `products` and no other member, up to what only parsing can decide. */
const singleProduct =
  /^[ \t\n\r]*\{[ \t\n\r]*"products"[ \t\n\r]*:[ \t\n\r]*\[[ \t\n\r]*(\{.*\})[ \t\n\r]*\][ \t\n\r]*\}[ \t\n\r]*$/s;

/** The product of a whole JSON body that holds exactly one and nothing else; undefined for any other body, valid or not. */
export function findSingleProduct(body: Buffer): ProductSlice | undefined {
  if (!isUtf8(body)) return undefined;
  const text = singleProduct.exec(body.toString())?.[1];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text);
  // Two products, or a member after the list, are no JSON value.
  if (findJsonFault(bytes) !== undefined) return undefined;
  const scan = createValueScan();
  startValue(scan, bytes[0] ?? 0);
  scanValue(scan, bytes, 0, 0);
  return { bytes, members: scan.members, depth: scan.deepest, offset: 0, line: 1, column: 1 };
}
