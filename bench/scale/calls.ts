import { percentile } from '../import/small-gets.ts';
import type { BenchServer } from '../import/bench-server.ts';

/** Median times of calls in ms. Apart from the search, they must not depend on the amount of stored data. */
export interface CallTimes {
  /** An import of 100 new products. */
  import: number;
  /** The first page of the product list. */
  page: number;
  /** A search for one word. */
  search: number;
  /** A submission of one product. */
  submit: number;
  /** A poll without events. A call that is not measured takes the events of the submissions before. */
  poll: number;
}

/** A client with a connected channel, and the adapter of that channel. */
export interface Scene {
  server: BenchServer;
  clientSecret: string;
  adapterSecret: string;
  channelId: string;
}

let imported = 0;

/** Calls the service one request after another, `rounds` times each. */
export async function measureCalls({ server, ...scene }: Scene, rounds: number): Promise<CallTimes> {
  const median = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    await work();
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    return percentile(times, 0.5);
  };
  const get = (path: string, secret: string) => server.call('GET', path, secret);
  const post = (path: string, body: unknown) => server.call('POST', path, scene.clientSecret, body);
  return {
    import: await median(() => post('/api/import/v1/feeds/master', { products: newProducts() })),
    page: await median(() => get('/api/products/v1/products?limit=100', scene.clientSecret)),
    search: await median(() => get('/api/products/v1/products?limit=100&text=color-7', scene.clientSecret)),
    submit: await median(() =>
      post(`/api/submit/v1/channels/${scene.channelId}/products`, { productIds: ['product-00000001'] }),
    ),
    poll: await median(() => get('/external/events?limit=100', scene.adapterSecret)),
  };
}

function newProducts(): unknown[] {
  imported += 1;
  return Array.from({ length: 100 }, (_, at) => ({
    __ID: `import-${imported}-${at}`,
    __NAME: `Imported ${at}`,
    description: 'A text of a usual length that describes a product. '.repeat(12),
    color: `color-${at % 12}`,
  }));
}
