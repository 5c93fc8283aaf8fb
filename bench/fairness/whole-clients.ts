import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Target } from './attacks.ts';

/** Number of small files of the client. */
const fileCount = 2_000;
const lanes = 8;

async function call({ baseUrl }: Target, secret: string, method: string, path: string, body?: string | FormData) {
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const headers = { authorization: `Bearer ${secret}`, ...type };
  const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function uploadFiles(target: Target): Promise<void> {
  const attribute = { id: 'manual', name: 'Manual', compositeAttribute: null, type: { id: 'asset', multiValue: true } };
  await call(
    target,
    target.secret,
    'PUT',
    '/api/datastandards/v1/datastandards/attributes',
    JSON.stringify([attribute]),
  );
  const names = Array.from({ length: fileCount }, (_, index) => `manual${index}.txt`);
  const products = [{ __ID: 'manuals', manual: names }];
  await call(target, target.secret, 'POST', '/api/import/v1/feeds/master', JSON.stringify({ products }));
  const rest = names.values();
  const lane = async () => {
    for (const name of rest) {
      const form = new FormData();
      form.set('file', new Blob([`${name} `.repeat(2_000)], { type: 'text/plain' }), name);
      await call(target, target.secret, 'POST', `/api/asset/v1/assets/upload?assetId=${name}`, form);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export async function repeatedArchives(target: Target): Promise<Attack> {
  await uploadFiles(target);
  const path = `/console/clients/${target.clientId}/archives`;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await call(target, target.operatorSecret, 'POST', path);
      await sleep(100);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      await running;
    },
  };
}

/** Deletes a client with its products and files. */
export async function clientDeletion(target: Target): Promise<Attack> {
  await uploadFiles(target);
  const { clientId } = target;
  const body = JSON.stringify({ clientId });
  await call(target, target.operatorSecret, 'POST', `/console/clients/${clientId}/deletion`, body);
  return { [Symbol.asyncDispose]: () => Promise.resolve() };
}
