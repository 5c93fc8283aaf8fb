import type { ProductObject } from './product-lines.ts';

/** The third argument of a JSON reviver, which the type definitions of TypeScript do not contain yet. */
interface ParseContext {
  source?: string;
}

function keepNumber(this: unknown, _key: string, value: unknown, context?: ParseContext): unknown {
  return typeof value === 'number' && context?.source !== undefined ? context.source : value;
}

/** Parses JSON. Numbers become strings, so that no digit is lost. */
export const parseExact = (text: string): unknown => JSON.parse(text, keepNumber);

/** Parses a product of an export. Its only numbers are quantities, which become strings, so that no digit is lost. */
export const parseProduct = (line: string): ProductObject =>
  (line.includes('"PACKAGING"') ? JSON.parse(line, keepNumber) : JSON.parse(line)) as ProductObject; // the service writes one object per line
