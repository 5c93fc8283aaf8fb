import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportReport } from '@pimento/contract';

const pollMs = 50;

/** Uploads a file and imports it, as the console does. @returns seconds from the first byte until the import has ended */
export async function importUpload(
  { url, key }: { url: string; key: string },
  path: string,
  name: string,
): Promise<{ seconds: number; report: ImportReport }> {
  const started = performance.now();
  const ask = async (method: string, address: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}/api/import/v1${address}`, {
      ...init,
      method,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as unknown;
  };
  const { size } = await stat(path);
  const { fileId } = (await ask('POST', `/files?name=${name}`, {
    body: createReadStream(path, { highWaterMark: 1 << 18 }) as unknown as BodyInit, // fetch of Node accepts any iterable of bytes
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    duplex: 'half',
  } as RequestInit)) as { fileId: string }; // as the contract says
  const { jobRef } = (await ask('POST', `/files/${fileId}/imports`, {
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })) as { jobRef: string }; // as the contract says
  for (;;) {
    const report = (await ask('GET', `/jobs/${jobRef}`)) as ImportReport; // as the contract says
    if (report.status !== 'Importing') return { seconds: (performance.now() - started) / 1_000, report };
    await wait(pollMs);
  }
}
