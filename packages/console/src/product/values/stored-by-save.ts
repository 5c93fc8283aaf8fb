import type { ImportReport } from '@pimento/contract';

interface Fetched {
  revision: number;
  product: Record<string, unknown>;
}

/**
 * Returns the value that a save has stored, which can be written differently than the sent value. Returns undefined if it is unknown, because
 * the fetched product may have the value of another person instead: `after` must have exactly one more revision than `before`, that of the save.
 * Pure.
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
