import { ProblemError } from '@pimento/client';
import type { Product, SubmissionHead } from '@pimento/contract';
import type { AnyAdapter } from './adapter.ts';
import type { Gateway, PageQuery, ProductPage } from './gateway.ts';

export type PageOrRefusal = ProductPage | { refusal: string };
type Shape = NonNullable<AnyAdapter['shape']>;

/** The reason that is reported for a submission if the service is too old for the shape of the adapter. */
const tooOld = 'This version of the service has no channel shape. Update the service, or deliver the import shape.';

/**
 * Requests a page in the shape of the adapter. Products of a withdrawal have no shape.
 * @returns the page, or the reason why the products are not available in the shape
 */
export async function findPage(
  { adapter, gateway }: { adapter: AnyAdapter; gateway: Gateway },
  { submissionId, operation }: SubmissionHead,
  page: Omit<PageQuery, 'shape'>,
): Promise<PageOrRefusal> {
  const shape = operation === 'withdraw' ? undefined : adapter.shape;
  try {
    return await gateway.listProducts(submissionId, { ...page, shape });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (shape !== undefined && isUnknownShape(error)) return findImportPage(gateway, submissionId, page, shape);
    if (error.code === 'not-possible-now') return { refusal: error.message };
    throw error;
  }
}

/** Returns true if the service does not have the query parameter `shape`, because it is older than data standards. */
const isUnknownShape = ({ code, problem }: ProblemError): boolean =>
  code === 'invalid-parameter' && problem['parameter'] === 'shape';

/** Requests a page from a service that supports only the import shape. The result is like that of a submission without a mapping. */
async function findImportPage(
  gateway: Gateway,
  submissionId: string,
  page: Omit<PageQuery, 'shape'>,
  shape: Shape,
): Promise<PageOrRefusal> {
  if (shape === 'channel') return { refusal: tooOld };
  const found = await gateway.listProducts(submissionId, { ...page, shape: undefined });
  if (shape === 'import') return found;
  return { ...found, products: found.products.map((product: Product) => ({ __ID: product.__ID, product })) };
}
