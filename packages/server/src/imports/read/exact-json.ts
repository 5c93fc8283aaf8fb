/** A JSON number with its exact text. Conversion to a double would change numbers such as `10.50`, `12345678901234567890`, `1e21`, `-0`. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/**
 * Parses JSON and returns every number as an `ExactNumber`. This function is recursive and about ten times slower than JSON.parse, so use
 * it only for products that have JSON numbers and are not too deep.
 * @throws SyntaxError if the text is not JSON
 */
export function parseExact(text: string): unknown {
  // TypeScript's type of a reviver does not have the third parameter yet.
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new ExactNumber(context?.source ?? String(value)) : value,
  );
}
