import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@pimento/adapter-kit';
import type { FeedFile } from '../configuration.ts';
import { safeName } from '../safe-name.ts';
import type { FeedStore } from '../store/feed-store.ts';
import type { FeedOwner } from '../store/manifest.ts';
import type { FeedTarget } from '../targets/target.ts';
import { type Counts, deltaName, WriteFiles } from './write-files.ts';

export interface WriteSummary extends Counts {
  write: number;
  written: string;
  files: { name: string; bytes: number; products: number }[];
}

export const folderOf = ({ clientId, channelId, accountId }: FeedOwner): string =>
  [clientId, channelId, accountId].map(safeName).join('/');

/**
 * Writes all files of a feed, the changes since the last write, a report with one line per product, and a summary. After an interruption,
 * the next call repeats the same write.
 * @param configuration fingerprint of the configuration of the files
 */
export async function writeFeed(
  store: FeedStore,
  files: readonly FeedFile[],
  configuration: string,
  target: FeedTarget,
): Promise<WriteSummary> {
  await store.beginWrite();
  const number = store.nextWrite;
  const out = join(store.folder, 'out');
  await mkdir(out, { recursive: true });
  const base = await store.newBase();
  const written = new WriteFiles(store.owner, files, number, join(store.folder, base), out);
  try {
    await written.begin(store.columns);
    for await (const merged of store.merged()) await written.add(merged);
    await written.end();
    const summary = await putFiles(written, number, out, folderOf(store.owner), target);
    await store.completeWrite(base, configuration);
    for (const file of files) await removeOldDelta(file, number, folderOf(store.owner), target);
    return summary;
  } finally {
    await written.abort();
  }
}

/** Moves the files to the target, the summary last. A program that reads the summary finds the files of that write or of a later one. */
async function putFiles(
  { counts, outputs, report }: WriteFiles,
  number: number,
  out: string,
  folder: string,
  target: FeedTarget,
): Promise<WriteSummary> {
  const files: WriteSummary['files'] = [];
  for (const output of outputs) {
    const bytes = await output.end();
    await target.put(`${folder}/${output.name}`, output.file, output.contentType);
    files.push({ name: output.name, bytes, products: output.count });
  }
  await target.put(`${folder}/report.ndjson`, report.file, 'application/x-ndjson');
  const summary = { write: number, written: new Date().toISOString(), ...counts, files };
  const file = join(out, 'summary.json');
  await replaceFile(file, `${JSON.stringify(summary, undefined, 2)}\n`);
  await target.put(`${folder}/summary.json`, file, 'application/json');
  return summary;
}

async function removeOldDelta(file: FeedFile, number: number, folder: string, target: FeedTarget): Promise<void> {
  const old = number - file.deltas;
  if (file.deltas > 0 && old > 0) await target.remove(`${folder}/${deltaName(file, old)}`);
}
