/** A bare JSON number with its text, which a double would change: `10.50`, `12345678901234567890`, `1e21`, `-0`. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/**
 * JSON.parse that gives every bare number as an `ExactNumber`. Throws SyntaxError if the text is not JSON.
 * About ten times slower than JSON.parse and recursive: for products that hold bare numbers and are not too deep.
 */
export function parseExact(text: string): unknown {
  // The third argument is newer than the compiler's type of a reviver.
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new ExactNumber(context?.source ?? String(value)) : value,
  );
}
