import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration, FeedFile } from '../configuration.ts';
import type { FeedRecord } from '../feed-record.ts';
import { Lock } from '../lock.ts';
import { safeName } from '../safe-name.ts';
import { FeedStore } from '../store/feed-store.ts';
import type { FeedOwner } from '../store/manifest.ts';
import type { FeedTarget } from '../targets/target.ts';
import { folderOf, writeFeed, type WriteSummary } from './feed-writer.ts';

export interface FeedsDeps {
  configuration: Configuration;
  /** Folder of the stores. */
  state: string;
  target: FeedTarget;
  log: (level: 'info' | 'error', message: string, fields: Record<string, string | number>) => void;
}

interface Feed {
  store: FeedStore;
  /** Writes of one feed, and its removal, follow each other. */
  lock: Lock;
  timer: NodeJS.Timeout | undefined;
  failures: number;
  isRemoved: boolean;
  /** Duration of the last write. */
  lastMs: number;
}

const maxRetrySeconds = 300;
/** The wait before a write is at least this many times as long as the last one took, so that large feeds leave time for deliveries. */
const pauseFactor = 4;

/** All feeds of an adapter: keeps what was delivered, and writes files after a quiet time. */
export class Feeds {
  readonly #deps: FeedsDeps;
  readonly #feeds = new Map<string, Promise<Feed>>();
  /** One feed is written at a time, whatever their number is. */
  readonly #writing = new Lock();
  #isStopped = false;

  private constructor(deps: FeedsDeps) {
    this.#deps = deps;
  }

  /** Opens all feeds; those that were not written before the process ended are due at once. */
  static async open(deps: FeedsDeps): Promise<Feeds> {
    const feeds = new Feeds(deps);
    const names = await readdir(deps.state, { recursive: true }).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('manifest.json'))) {
      const store = await FeedStore.open(join(deps.state, name, '..'));
      if (store === undefined) continue;
      const feed = { store, lock: new Lock(), timer: undefined, failures: 0, lastMs: 0, isRemoved: false };
      feeds.#feeds.set(folderOf(store.owner), Promise.resolve(feed));
      feeds.#schedule(feed);
    }
    return feeds;
  }

  /** Adds records; resolves when they are on the disk, and with `writeAfterSeconds` 0 when the files contain them. */
  async add(owner: FeedOwner, records: readonly FeedRecord[]): Promise<void> {
    const feed = await this.#feedOf(owner);
    await feed.store.append(records);
    if (this.#deps.configuration.writeAfterSeconds === 0) await this.#write(feed);
    else this.#schedule(feed);
  }

  /** Removes the feeds of a client on a channel, with their files. */
  async remove({ clientId, channelId }: Pick<FeedOwner, 'clientId' | 'channelId'>): Promise<void> {
    const folder = [clientId, channelId].map(safeName).join('/');
    for (const [name, opened] of this.#feeds) {
      if (!name.startsWith(`${folder}/`)) continue;
      const feed = await opened;
      clearTimeout(feed.timer);
      feed.isRemoved = true; // also for a write that waits
      this.#feeds.delete(name);
      await feed.lock.run(() => feed.store.remove());
    }
    await this.#deps.target.removeFolder(folder);
  }

  /** Writes all feeds that are due. */
  async writeAll(): Promise<void> {
    for (const opened of this.#feeds.values()) {
      const feed = await opened;
      if (feed.store.isDue) await this.#write(feed);
    }
  }

  /** Ends without writing; the next start continues. Waits for a write that is in progress. */
  async close(): Promise<void> {
    this.#isStopped = true;
    for (const opened of this.#feeds.values()) {
      const feed = await opened;
      clearTimeout(feed.timer);
      await feed.lock.run(() => feed.store.close());
    }
  }

  #feedOf(owner: FeedOwner): Promise<Feed> {
    const name = folderOf(owner);
    const known = this.#feeds.get(name);
    if (known !== undefined) return known;
    const opened = this.#open(owner, name).catch((error: unknown) => {
      this.#feeds.delete(name);
      throw error;
    });
    this.#feeds.set(name, opened);
    return opened;
  }

  async #open(owner: FeedOwner, name: string): Promise<Feed> {
    const store = await FeedStore.open(join(this.#deps.state, ...name.split('/')), owner);
    if (store === undefined) throw new Error(`The store of ${name} cannot be opened.`);
    return { store, lock: new Lock(), timer: undefined, failures: 0, lastMs: 0, isRemoved: false };
  }

  #schedule(feed: Feed): void {
    if (feed.timer !== undefined || this.#isStopped || feed.isRemoved || !feed.store.isDue) return;
    const { writeAfterSeconds } = this.#deps.configuration;
    const wanted = Math.max(writeAfterSeconds, (feed.lastMs / 1000) * pauseFactor);
    const seconds = feed.failures === 0 ? wanted : Math.min(maxRetrySeconds, 2 ** feed.failures);
    feed.timer = setTimeout(() => {
      feed.timer = undefined;
      void this.#write(feed)
        .catch(() => undefined)
        .finally(() => this.#schedule(feed));
    }, seconds * 1000);
    // a run with --once ends without waiting
    feed.timer.unref();
  }

  async #write(feed: Feed): Promise<WriteSummary | undefined> {
    const { log, target } = this.#deps;
    const { owner } = feed.store;
    const names = { clientId: owner.clientId, channelId: owner.channelId, accountId: owner.accountId };
    const started = performance.now();
    try {
      const summary = await feed.lock.run(() =>
        this.#writing.run(async () =>
          this.#isStopped || feed.isRemoved ? undefined : writeFeed(feed.store, this.#filesOf(owner), target),
        ),
      );
      feed.failures = 0;
      feed.lastMs = performance.now() - started;
      if (summary) log('info', 'the feed was written', { ...names, write: summary.write, products: summary.products });
      return summary;
    } catch (error) {
      feed.failures += 1;
      log('error', 'the feed could not be written', {
        ...names,
        reason: error instanceof Error ? error.message : String(error),
      });
      throw error;
    }
  }

  #filesOf({ channelId }: FeedOwner): FeedFile[] {
    return this.#deps.configuration.files.filter(({ channels }) => channels?.includes(channelId) ?? true);
  }
}
