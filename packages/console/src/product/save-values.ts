import type { Client } from '@pimento/client';
import { type ImportReport, importProducts, type ItemProblem } from '@pimento/contract';

/** The import refused the product: nothing was changed, and here is why. */
export class ValuesRefused extends Error {
  override readonly name = 'ValuesRefused';
  readonly errors: ItemProblem[];

  constructor(errors: ItemProblem[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}

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
