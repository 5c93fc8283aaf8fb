import type { BenchServer } from '../import/bench-server.ts';

/** A client with many products, each with one value of the attribute `weight` and four other values. */
export interface Catalogue {
  clientId: string;
  secret: string;
  products: number;
}

export const productIdAt = (index: number) => `p${String(index).padStart(7, '0')}`;

const perBody = 20_000;

export async function seedCatalogue(server: BenchServer, clientId: string, products: number): Promise<Catalogue> {
  await server.call('POST', '/console/clients', server.operatorSecret, { clientId, name: clientId });
  const key = { kind: 'client', name: 'bench', clientId };
  // as the contract declares
  const { secret } = (await server.call('POST', '/console/keys', server.operatorSecret, key)) as { secret: string };
  for (let from = 0; from < products; from += perBody) {
    const body = Array.from({ length: Math.min(perBody, products - from) }, (_, at) => ({
      __ID: productIdAt(from + at),
      __NAME: `Product ${from + at}`,
      weight: String(from + at),
      color: 'red',
      size: 'M',
      description: `What product ${from + at} is, in a sentence or two. `.repeat(3),
    }));
    const report = await server.call('POST', '/api/import/v1/feeds/master', secret, { products: body });
    const { created } = report as { created: number }; // as the contract declares
    if (created !== body.length) throw new Error(JSON.stringify(report).slice(0, 500));
  }
  return { clientId, secret, products };
}
