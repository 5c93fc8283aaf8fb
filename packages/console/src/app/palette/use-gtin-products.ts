import { listProducts, type ProductRecord } from '@pimento/contract/wire';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { gtinConditions } from '../../product-query/gtin-conditions.ts';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useStructure } from '../../session/use-structure.ts';

const maxHits = 8;

/** Finds the products whose GTIN equals the text. Finds none if the text is not a GTIN. */
export function useGtinProducts(text: string): UseQueryResult<ProductRecord[]> {
  const { api, clientId } = useWork();
  const { structure } = useStructure();
  const conditions = gtinConditions(structure, text).map(({ condition }) => condition);
  return useQuery({
    queryKey: callKey(clientId, listProducts, 'gtin', conditions),
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        conditions.map((condition) =>
          api.call(listProducts, { query: { where: [condition], limit: maxHits, fields: ['__NAME'] }, signal }),
        ),
      );
      return pages.flatMap(({ products }) => products);
    },
    enabled: clientId !== '' && conditions.length > 0,
    staleTime: 2000,
  });
}
