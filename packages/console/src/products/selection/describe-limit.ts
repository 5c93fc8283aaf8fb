import type { ExceededLimit } from '@pimento/files/browser';
import type { Formats } from '../../i18n/formats.ts';
import type { Messages } from '../../i18n/en.ts';

// Recognises the error by its property, because its class is loaded only with the code that writes files.
const exceededIn = (error: unknown): ExceededLimit | undefined =>
  error instanceof Error && 'exceeded' in error ? (error.exceeded as ExceededLimit) : undefined;

/** Returns a message in the user's language if an export does not fit in a workbook; returns any other error unchanged. */
export function describeLimit(t: Messages, formats: Formats, error: unknown): unknown {
  const exceeded = exceededIn(error);
  if (exceeded === undefined) return error;
  const max = formats.number(exceeded.max);
  if (exceeded.limit === 'cell')
    return new Error(t.products.tooLong(exceeded.column, exceeded.productId, max), { cause: error });
  return new Error(t.products.tooMany[exceeded.limit](max), { cause: error });
}
