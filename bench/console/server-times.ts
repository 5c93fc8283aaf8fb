import { percentile } from '../import/small-gets.ts';

export interface Timed {
  p50: number;
  p95: number;
  /** The body of the last response. */
  body: ListAnswer;
}
export interface ListAnswer {
  products: { productId: string }[];
  hasMore: boolean;
  next: string | null;
  count?: number;
  countIsAtLeast?: boolean;
}

export type Parameters = [name: string, value: string][];

/** Creates functions that request the product list. `time` sends one request after another. */
export function createLister(baseUrl: string, secret: string) {
  async function list(parameters: Parameters): Promise<ListAnswer> {
    const answer = await fetch(`${baseUrl}/api/products/v1/products?${new URLSearchParams(parameters).toString()}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as ListAnswer; // the contract declares this type
  }
  return {
    list,
    async time(parameters: Parameters, rounds: number): Promise<Timed> {
      const times: number[] = [];
      let body = await list(parameters);
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        body = await list(parameters);
        times.push(performance.now() - began);
      }
      return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), body };
    },
  };
}

export type Lister = ReturnType<typeof createLister>;
