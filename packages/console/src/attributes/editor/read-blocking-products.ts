import { ProblemError } from '@pimento/client';
import type { DefinitionChange } from '@pimento/contract';
import type { AnsweredProblem } from '../../i18n/item-problem.ts';

/** A product whose value blocks the change or deletion of a definition. */
export interface BlockingProduct {
  productId: string;
  /** The value that does not fit, and the reason, or undefined if every value blocks the change, whether or not it fits. */
  misfit?: { value: string; reason: AnsweredProblem };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isParams = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Converts a sample of a definition change to a blocking product. Every sample has a value that does not fit. */
export const blockingProduct = ({
  productId,
  value,
  code,
  reason,
  params,
}: DefinitionChange['samples'][number]): BlockingProduct => ({
  productId,
  misfit: { value, reason: { code, message: reason, params } },
});

function readSample(sample: unknown): BlockingProduct[] {
  if (typeof sample !== 'object' || sample === null || !('productId' in sample)) return [];
  const { productId, value, code, reason: message, params } = sample as Record<string, unknown>; // an object, as the line above checks
  const reason = { code: textOf(code), message: textOf(message), params: isParams(params) ? params : undefined };
  return [{ productId: textOf(productId), misfit: { value: textOf(value), reason } }];
}

/**
 * Extracts the products that block the change or deletion of a definition, with their total number and the first products.
 * @param error the error of the failed request
 * @returns undefined for any other error
 */
export function readBlockingProducts(error: unknown): { count: number; products: BlockingProduct[] } | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const { count, samples, productIds } = error.problem;
  if (typeof count !== 'number') return undefined;
  if (error.code === 'values-do-not-fit' && Array.isArray(samples))
    return { count, products: samples.flatMap(readSample) };
  if (error.code === 'attribute-in-use' && Array.isArray(productIds))
    return { count, products: productIds.map((productId) => ({ productId: textOf(productId) })) };
  return undefined;
}

/** Returns true if an error reports stored values that block a change or deletion. */
export const isBlocked = (error: unknown): boolean => readBlockingProducts(error) !== undefined;
