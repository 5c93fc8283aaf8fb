import { type Client, ProblemError } from '@pimento/client';
import { type ImportReport, importProducts, type ItemProblem, restoreProduct } from '@pimento/contract/wire';

/** The import refused the product and changed nothing. */
export class ValuesRefusedError extends Error {
  override readonly name = 'ValuesRefusedError';
  readonly errors: ItemProblem[];

  constructor(errors: ItemProblem[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}

/** Whether the only reason was that the product or its values have changed or are gone. */
export const isDeletionReported = (error: unknown): boolean =>
  error instanceof ValuesRefusedError && error.errors.every(({ code }) => code === 'changed-meanwhile');

/**
 * Changes values of one product by an import; other values stay as they are. Null clears a value.
 * @param expected the values that the person has seen, null for none: newer changes of the same values are not overwritten
 * @throws ValuesRefusedError, ProblemError, ConnectionError
 */
export async function saveValues(
  api: Client,
  productId: string,
  values: Record<string, unknown>,
  expected?: Record<string, unknown>,
): Promise<ImportReport> {
  const content = JSON.stringify({ products: [{ __ID: productId, ...values, __EXPECTED: expected }] });
  const answer = await api.open(importProducts, {
    params: { feedId: 'master' },
    query: { origin: 'edit' },
    raw: { content, contentType: 'application/json' },
  });
  const report = (await answer.json()) as ImportReport; // what the operation declares for 200
  if (report.errors.length > 0) throw new ValuesRefusedError(report.errors);
  return report;
}

/**
 * Restores a deleted product with all its values, unless that was done meanwhile, then changes some of them.
 * @throws ValuesRefusedError, ProblemError, ConnectionError
 */
export async function restoreThenSave(
  api: Client,
  productId: string,
  values: Record<string, unknown>,
  expected: Record<string, unknown>,
): Promise<ImportReport> {
  try {
    const report = await api.call(restoreProduct, { params: { productId } });
    if (report.errors.length > 0) throw new ValuesRefusedError(report.errors);
  } catch (error) {
    if (!isAlreadyRestored(error)) throw error;
  }
  return saveValues(api, productId, values, expected);
}

/** Whether there was nothing to restore; the same code with `missing` means that something prevents it. */
const isAlreadyRestored = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'not-possible-now' && !('missing' in error.problem);
