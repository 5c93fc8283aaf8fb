import { listAttributeUsage } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { useCall } from '../session/use-call.ts';

export interface AttributeUsage {
  /** When the products were counted; undefined while the counts are being loaded. */
  countedAt: string | undefined;
  /** Id of a top-level definition → number of products with a value; without those that no product uses. */
  products: ReadonlyMap<string, number>;
}

/** How many products use each attribute. */
export function useAttributeUsage(): AttributeUsage {
  const { data } = useCall(listAttributeUsage, {}, { staleMs: 60_000 });
  const products = useMemo(() => new Map(data?.attributes.map(({ id, products }) => [id, products])), [data]);
  return { countedAt: data?.countedAt, products };
}
