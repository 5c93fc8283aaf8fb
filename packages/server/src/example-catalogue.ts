import { readFile } from 'node:fs/promises';
import type { FirstRun } from './first-run.ts';

const folder = new URL('../example/', import.meta.url);

async function send(firstRun: FirstRun, method: string, path: string, body: string): Promise<void> {
  const answer = await fetch(`${firstRun.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${firstRun.client.secret}`, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`the example catalogue was refused: ${answer.status} ${await answer.text()}`);
}

/** Loads the example catalogue over HTTP, as an integrator would: definitions first, then products. Safe to repeat. */
export async function loadExampleCatalogue(firstRun: FirstRun): Promise<void> {
  const definitions = await readFile(new URL('attributes.json', folder), 'utf8');
  await send(firstRun, 'PUT', '/api/datastandards/v1/datastandards/attributes', definitions);
  const products = await readFile(new URL('products.json', folder), 'utf8');
  await send(firstRun, 'POST', '/api/import/v1/feeds/master', products);
}
