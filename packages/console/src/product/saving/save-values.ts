import { type Client, ProblemError } from '@pimento/client';
import { type ImportReport, importProducts, type ItemProblem, restoreProduct } from '@pimento/contract/wire';

/** Thrown if the import or the restore rejected the product. The rejected request has changed nothing. */
export class ValuesRefusedError extends Error {
  override readonly name = 'ValuesRefusedError';
  readonly errors: ItemProblem[];

  constructor(errors: ItemProblem[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}

/** Returns true if a save failed only because the product or its values were changed or deleted in the meantime. */
export const isDeletionReported = (error: unknown): boolean =>
  error instanceof ValuesRefusedError && error.errors.every(({ code }) => code === 'changed-meanwhile');

/**
 * Changes values of one product with an import. Null clears a value, and all other values stay unchanged.
 * @param expected the values that the user has seen, null for no value. If one of these values has changed since, nothing is saved. If
 * `expected` itself is null, the product must not exist yet. If it is undefined, nothing is compared
 * @throws ValuesRefusedError, ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function saveValues(
  api: Client,
  productId: string,
  values: Record<string, unknown>,
  expected?: Record<string, unknown> | null,
): Promise<ImportReport> {
  const report = await sendEdits(api, [{ __ID: productId, ...values, __EXPECTED: expected }]);
  if (report.errors.length > 0) throw new ValuesRefusedError(report.errors);
  return report;
}

/**
 * Changes values of products in one job. A product with a problem is not changed and is listed in the report; it does not affect the others.
 * @param products products in the import format
 * @param options.dryRun true to check the products and store nothing
 * @throws ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function sendEdits(
  api: Client,
  products: readonly Record<string, unknown>[],
  options: { dryRun?: boolean; signal?: AbortSignal } = {},
): Promise<ImportReport> {
  const { dryRun = false, signal } = options;
  const answer = await api.open(importProducts, {
    params: { feedId: 'master' },
    query: { origin: 'edit', ...(dryRun && { dryRun }) },
    raw: { content: JSON.stringify({ products }), contentType: 'application/json' },
    signal,
  });
  return (await answer.json()) as ImportReport; // the operation declares this type for the status 200
}

/**
 * Restores a deleted product with all its values, then changes the given values. Skips the restore if the product is already restored. If
 * the values are rejected, the product stays restored.
 * @throws ValuesRefusedError, ProblemError, ConnectionError, UnexpectedAnswerError
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

/** Returns true if the product was already restored. If `missing` is set, the same error code means that the product cannot be restored. */
const isAlreadyRestored = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'not-possible-now' && !('missing' in error.problem);

/** A product as it was fetched. */
interface Fetched {
  revision: number;
  product: Record<string, unknown>;
}

/**
 * Returns the value that a save has stored, which can be written differently from the sent value. Returns undefined unless the save is the
 * only revision between `before` and `after`, because `after` could otherwise have another user's value. Pure.
 * @param before the product as it was fetched before the save
 * @param after the product as it was fetched after the save
 */
export function storedBySave(
  name: string,
  { updated }: Pick<ImportReport, 'updated'>,
  before: Fetched | undefined,
  after: Fetched | undefined,
): { stored: unknown } | undefined {
  if (updated !== 1 || before === undefined || after?.revision !== before.revision + 1) return undefined;
  return { stored: after.product[name] };
}
