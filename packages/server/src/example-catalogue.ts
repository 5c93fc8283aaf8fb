import { readFile } from 'node:fs/promises';

const folder = new URL('../example/', import.meta.url);

interface Target {
  /**
   * The address on which Pimento listens. The public address is not used, because it might not lead to Pimento until the proxy is set up.
   */
  baseUrl: string;
  secret: string;
}

async function send({ baseUrl, secret }: Target, method: string, path: string, body: string): Promise<void> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`the example catalogue was refused: ${answer.status} ${await answer.text()}`);
}

/** Loads the example catalogue over HTTP, as an integrator would. Sends the definitions first, then the products. Safe to repeat. */
export async function loadExampleCatalogue(target: Target): Promise<void> {
  const definitions = await readFile(new URL('attributes.json', folder), 'utf8');
  await send(target, 'PUT', '/api/datastandards/v1/datastandards/attributes', definitions);
  const products = await readFile(new URL('products.json', folder), 'utf8');
  await send(target, 'POST', '/api/import/v1/feeds/master', products);
}
