import type { ProductObject } from './product-lines.ts';

/** The third argument of a reviver, which the types of JavaScript do not declare yet. */
interface ParseContext {
  source?: string;
}

function keepNumber(this: unknown, _key: string, value: unknown, context?: ParseContext): unknown {
  return typeof value === 'number' && context?.source !== undefined ? context.source : value;
}

/** Parses JSON; numbers become texts with all their digits. */
export const parseExact = (text: string): unknown => JSON.parse(text, keepNumber);

/** Parses a product of an export. Quantities, the only numbers of an export, become texts with all their digits. */
export const parseProduct = (line: string): ProductObject =>
  (line.includes('"PACKAGING"') ? JSON.parse(line, keepNumber) : JSON.parse(line)) as ProductObject; // the service writes one object per line
