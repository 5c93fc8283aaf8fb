import { listAttributes, listProducts } from '@pimento/contract/wire';
import { useCall } from '../session/use-call.ts';
import { type CatalogueSteps, catalogueSteps } from './catalogue-rules.ts';

const newMs = 5_000;

/** Returns the first steps of the client and its number of products; undefined while they are loaded. Polls while there are no products. */
export function useCatalogue(): { steps: CatalogueSteps; productCount: number } | undefined {
  // the same requests as those of the figures, so that both share the answers
  const products = useCall(
    listProducts,
    { query: { limit: 1, count: true, fields: ['__NAME'] } },
    { refetchMs: ({ count }) => (count === 0 ? newMs : 60_000) },
  );
  const attributes = useCall(listAttributes, {}, { staleMs: 60_000 });
  if (!products.data || !attributes.data) return undefined;
  const productCount = products.data.count ?? products.data.products.length;
  return { steps: catalogueSteps(productCount, attributes.data.attributes), productCount };
}
