import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@pimento/client';
import {
  getImportErrorFile,
  getImportJob,
  type ImportFile,
  importFile,
  type ImportReport,
  uploadImportFile,
} from '@pimento/contract/wire';

const pollMs = 50;

/**
 * Uploads a file and imports it, as the console does.
 * @param answers answers to the questions about its columns
 * @returns the seconds from the first byte to the end of the import, and the report
 */
export async function importUpload(
  { url, key }: { url: string; key: string },
  path: string,
  name: string,
  answers: { id?: string; decimal?: ',' | '.' } = {},
): Promise<{ seconds: number; report: ImportReport }> {
  const client = createClient({ baseUrl: url, credential: key });
  const { size } = await stat(path);
  const started = performance.now();
  const uploaded = await client.open(uploadImportFile, {
    query: { name },
    headers: { 'content-length': String(size) },
    raw: {
      content: Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 18 })) as ReadableStream<Uint8Array>, // a file stream has bytes
      contentType: 'application/octet-stream',
    },
  });
  const { fileId } = (await uploaded.json()) as ImportFile; // the contract declares this type
  const { jobRef } = await client.call(importFile, { params: { fileId }, body: { answers } });
  for (;;) {
    const report = await client.call(getImportJob, { params: { jobRef } });
    if (report.status !== 'Importing') return { seconds: (performance.now() - started) / 1_000, report };
    await wait(pollMs);
  }
}

/** Saves the error file of an import. */
export async function saveErrorFile(
  { url, key }: { url: string; key: string },
  jobRef: string,
  path: string,
): Promise<void> {
  const client = createClient({ baseUrl: url, credential: key });
  const answer = await client.open(getImportErrorFile, { params: { jobRef } });
  await writeFile(path, answer.body ?? '');
}
