import { readFile } from 'node:fs/promises';
import { replaceFile } from '@pimento/adapter-kit';
import { z } from 'zod';

const names = z.array(z.string());

const manifestSchema = z.object({
  /** Whose feed it is. */
  clientId: z.string(),
  channelId: z.string(),
  accountId: z.string(),
  /** Number of the next file of the store. */
  nextFile: z.number(),
  /** Number of completed writes. */
  writes: z.number(),
  /** The products as they were last written. */
  base: z.string().nullable(),
  /** Runs of the write that is in progress: after a crash it is repeated with exactly these. */
  writing: names,
  /** Runs that the next write will contain. */
  runs: names,
  /** Fingerprint of the configuration that the files were last written with. */
  configuration: z.string().default(''),
  /** Names of values, in the order in which they first appeared. */
  columns: names,
});
/** The files of a store, and what is known about them. Replacing it is the commit of a step. */
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
