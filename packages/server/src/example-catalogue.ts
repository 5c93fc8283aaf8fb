import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../example/', import.meta.url);
const pictures = new URL('pictures/', folder);

interface Target {
  /**
   * The address on which Pimento listens. The public address is not used, because it might not lead to Pimento until the proxy is set up.
   */
  baseUrl: string;
  secret: string;
}

type Body = { text: string } | { form: FormData };

async function send({ baseUrl, secret }: Target, method: string, path: string, body: Body): Promise<void> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, ...('text' in body && { 'content-type': 'application/json' }) },
    body: 'text' in body ? body.text : body.form,
  });
  if (!answer.ok) throw new Error(`the example catalogue was refused: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function uploadPicture(target: Target, name: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([await readFile(new URL(name, pictures))], { type: 'image/jpeg' }), name);
  const assetId = encodeURIComponent(`pimento-pantry/${name}`);
  await send(target, 'POST', `/api/asset/v1/assets/upload?assetId=${assetId}`, { form });
}

/** Number of pictures that are uploaded at a time. */
const uploadsAtOnce = 4;

async function uploadPictures(target: Target): Promise<void> {
  const waiting = await readdir(pictures);
  const uploadWaiting = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) await uploadPicture(target, name);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, uploadWaiting));
}

/** Loads the example catalogue over HTTP, as an integrator would: definitions first, then products, then pictures. Safe to repeat. */
export async function loadExampleCatalogue(target: Target): Promise<void> {
  const definitions = await readFile(new URL('attributes.json', folder), 'utf8');
  await send(target, 'PUT', '/api/datastandards/v1/datastandards/attributes', { text: definitions });
  const products = await readFile(new URL('products.json', folder), 'utf8');
  await send(target, 'POST', '/api/import/v1/feeds/master', { text: products });
  await uploadPictures(target);
}
