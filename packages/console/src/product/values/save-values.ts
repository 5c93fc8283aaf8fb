import { type Client, ProblemError } from '@pimento/client';
import { type ImportReport, importProducts, type ItemProblem, restoreProduct } from '@pimento/contract';

/** The import refused the product: nothing was changed, and here is why. */
export class ValuesRefused extends Error {
  override readonly name = 'ValuesRefused';
  readonly errors: ItemProblem[];

  constructor(errors: ItemProblem[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}

/** Whether an import was refused for nothing else than what is no longer as it was seen, the product itself included. */
export const isDeletionSaid = (error: unknown): boolean =>
  error instanceof ValuesRefused && error.errors.every(({ code }) => code === 'changed-meanwhile');

/**
 * Changes values of one product by the same way as everybody else: an import in which all others are left alone. Null clears a value.
 * @param expected what the person who changes them has seen: another change of the same meanwhile is not overwritten. Null: no value
 * @throws ValuesRefused, ProblemError, ConnectionError
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
  if (report.errors.length > 0) throw new ValuesRefused(report.errors);
  return report;
}

/**
 * Makes a deleted product again with all that it held, unless somebody else has done so meanwhile, and then changes values of it.
 * @throws ValuesRefused, ProblemError, ConnectionError
 */
export async function restoreThenSave(
  api: Client,
  productId: string,
  values: Record<string, unknown>,
  expected: Record<string, unknown>,
): Promise<ImportReport> {
  try {
    const report = await api.call(restoreProduct, { params: { productId } });
    if (report.errors.length > 0) throw new ValuesRefused(report.errors);
  } catch (error) {
    if (!isBackAlready(error)) throw error;
  }
  return saveValues(api, productId, values, expected);
}

/** Whether there was nothing to restore, as against something that is in the way of it. */
const isBackAlready = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'not-possible-now' && !('missing' in error.problem);
