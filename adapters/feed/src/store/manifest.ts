import { readFile } from 'node:fs/promises';
import { replaceFile } from '@pimento/adapter-kit';
import { z } from 'zod';

const names = z.array(z.string());

const manifestSchema = z.object({
  /** Client to which the feed belongs. */
  clientId: z.string(),
  channelId: z.string(),
  accountId: z.string(),
  /** Number in the name of the next new file of the store. */
  nextFile: z.number(),
  /** Number of completed writes. */
  writes: z.number(),
  /** File with the products of the last write, or null before the first write. */
  base: z.string().nullable(),
  /** Runs of the write that is in progress. After a crash, the write is repeated with exactly these runs. */
  writing: names,
  /** Runs that the next write will contain. */
  runs: names,
  /** Fingerprint of the configuration with which the files were last written. */
  configuration: z.string().default(''),
  /** Names of values, in the order in which they first appeared. */
  columns: names,
});
/** Names the files of a store and describes its feed. Each step of the store is committed by replacing the manifest. */
export type Manifest = z.infer<typeof manifestSchema>;
export type FeedOwner = Pick<Manifest, 'clientId' | 'channelId' | 'accountId'>;

export const newManifest = (owner: FeedOwner): Manifest => ({
  ...owner,
  nextFile: 1,
  writes: 0,
  base: null,
  writing: [],
  runs: [],
  configuration: '',
  columns: [],
});

/** @returns undefined if the file does not exist */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : manifestSchema.parse(JSON.parse(text));
}

export const saveManifest = (file: string, manifest: Manifest): Promise<void> =>
  replaceFile(file, `${JSON.stringify(manifest)}\n`);
