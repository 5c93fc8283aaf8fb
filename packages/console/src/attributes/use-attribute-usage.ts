import { listAttributeUsage } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { useCall } from '../session/use-call.ts';

export interface AttributeUsage {
  /** The time of the count, or undefined while the counts are being loaded. */
  countedAt: string | undefined;
  /** Id of a top-level definition → number of products with a value. Definitions that no product uses are absent. */
  products: ReadonlyMap<string, number>;
}

/** Returns how many products use each attribute. The counts may be a minute old. */
export function useAttributeUsage(): AttributeUsage {
  const { data } = useCall(listAttributeUsage, {}, { staleMs: 60_000 });
  const products = useMemo(() => new Map(data?.attributes.map(({ id, products }) => [id, products])), [data]);
  return { countedAt: data?.countedAt, products };
}
