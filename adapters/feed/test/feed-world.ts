import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Batch } from '@pimento/adapter-kit';
import { type Configuration, readConfiguration } from '../src/configuration.ts';
import { createFeedAdapter } from '../src/feed-adapter.ts';
import { createFolderTarget } from '../src/targets/folder-target.ts';
import type { FeedTarget } from '../src/targets/target.ts';
import { Feeds } from '../src/writing/feeds.ts';

export const context = { signal: new AbortController().signal, settle: () => Promise.resolve() };
export const owner = { clientId: 'ada', channelId: 'shop', accountId: 'main' };

export async function newFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feed-adapter-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const configuration = (files: object[], more: object = {}): Configuration =>
  readConfiguration({ format: 'pimento-feed/1', writeAfterSeconds: 0, files, ...more });

/** Creates a feed adapter in a folder. `read` reads a file of the feed of `owner`, and `list` lists the contents of `out`. */
export async function startFeed(folder: string, given: Configuration, target?: FeedTarget) {
  const state = join(folder, 'state');
  const out = join(folder, 'out');
  const used = target ?? createFolderTarget(out);
  const feeds = await Feeds.open({
    configuration: given,
    target: used,
    state: join(state, 'feeds'),
    log: () => undefined,
  });
  const adapter = createFeedAdapter({ configuration: given, feeds, target: used, state });
  const read = (name: string) => readFile(join(out, 'ada/shop/main', name), 'utf8');
  return { feeds, adapter, out, read, list: async () => (await readdir(out, { recursive: true })).toSorted() };
}

export function submission(submissionId: string, more: object = {}): Batch['submission'] {
  return {
    ...owner,
    submissionId,
    created: '2026-01-31T12:00:00Z',
    comment: null,
    productCount: 1,
    batchSize: 10,
    status: 'Submitted',
    ...more,
  };
}

export const batch = (submissionId: string, products: Batch['products'], more: Partial<Batch> = {}): Batch => ({
  key: submissionId,
  submission: submission(submissionId),
  products,
  assets: {},
  isRepeat: false,
  ...more,
});

/** A product in the shape of its channel. */
export const shaped = (id: string, values: object): Batch['products'][number] => ({ __ID: id, category: '1', values });
