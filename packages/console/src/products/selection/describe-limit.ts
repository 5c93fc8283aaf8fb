import type { ExceededLimit } from '@pimento/files/browser';
import type { Formats } from '../../i18n/formats.ts';
import type { Messages } from '../../i18n/en.ts';

// The class of the error is loaded with the writers only, so the error is known by its member.
const exceededIn = (error: unknown): ExceededLimit | undefined =>
  error instanceof Error && 'exceeded' in error ? (error.exceeded as ExceededLimit) : undefined;

/** Returns an error in the user's language if a workbook cannot hold an export; any other error as it is. */
export function describeLimit(t: Messages, formats: Formats, error: unknown): unknown {
  const exceeded = exceededIn(error);
  if (exceeded === undefined) return error;
  const max = formats.number(exceeded.max);
  if (exceeded.limit === 'cell')
    return new Error(t.products.tooLong(exceeded.column, exceeded.productId, max), { cause: error });
  return new Error(t.products.tooMany[exceeded.limit](max), { cause: error });
}
