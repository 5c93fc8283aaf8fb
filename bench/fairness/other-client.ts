import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from './attacks.ts';

/** A client that behaves well. Each of its steps is measured. */
export interface OtherClient extends AsyncDisposable {
  steps: Record<'import' | 'export' | 'read' | 'thumbnail' | 'download', () => Promise<void>>;
}

async function call(
  target: Pick<Target, 'baseUrl' | 'secret'>,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${target.secret}`, ...(init.headers as Record<string, string> | undefined) }; // callers pass objects
  const answer = await fetch(`${target.baseUrl}${path}`, { ...init, method, headers });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const pixel = (count: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="${count}" height="9" fill="red"/></svg>`;

/** Creates the attribute and products that the steps use. */
export async function startOtherClient(target: Pick<Target, 'baseUrl' | 'secret'>): Promise<OtherClient> {
  const origin = createServer((_request, response) => response.end('a file'));
  origin.listen(0, '127.0.0.2');
  await once(origin, 'listening');
  const { port } = origin.address() as AddressInfo; // the server listens on TCP
  const json = { 'content-type': 'application/json' };
  const importAll = (products: readonly unknown[]) =>
    call(target, 'POST', '/api/import/v1/feeds/master', { headers: json, body: JSON.stringify({ products }) });
  const picture = {
    id: 'picture',
    name: 'Picture',
    compositeAttribute: null,
    type: { id: 'asset', multiValue: false },
  };
  await call(target, 'PUT', '/api/datastandards/v1/datastandards/attributes', {
    headers: json,
    body: JSON.stringify([picture]),
  });
  await importAll(Array.from({ length: 200 }, (_, index) => ({ __ID: `p${index}`, __NAME: `Product ${index}` })));
  let count = 0;

  async function download(): Promise<void> {
    const url = `http://127.0.0.2:${port}/${count++}`;
    await importAll([{ __ID: `d${count}`, picture: url }]);
    const path = `/api/asset/v1/assets/${encodeURIComponent(url)}`;
    for (;;) {
      const { status } = (await (await call(target, 'GET', path)).json()) as { status: string }; // the contract declares this type
      if (status === 'READY') return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function thumbnail(): Promise<void> {
    const name = `t${count++}.svg`;
    await importAll([{ __ID: name, picture: name }]);
    const form = new FormData();
    form.set('file', new Blob([pixel(count)], { type: 'image/svg+xml' }), name);
    await call(target, 'POST', `/api/asset/v1/assets/upload?assetId=${name}`, { body: form });
    await (await call(target, 'GET', `/api/asset/v1/assets/${name}/thumbnail?size=small`)).arrayBuffer();
  }

  return {
    steps: {
      async import() {
        count++;
        await importAll(Array.from({ length: 20 }, (_, index) => ({ __ID: `p${index}`, __NAME: `Name ${count}` })));
      },
      async export() {
        await (await call(target, 'GET', '/api/products/v1/products/export')).arrayBuffer();
      },
      async read() {
        await (await call(target, 'GET', '/api/products/v1/products?limit=20&text=Name')).arrayBuffer();
      },
      thumbnail,
      download,
    },
    async [Symbol.asyncDispose]() {
      origin.closeAllConnections();
      origin.close();
      await once(origin, 'close');
    },
  };
}
