import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Configuration } from '../configuration.ts';
import type { FeedRecord } from '../feed-record.ts';
import { Lock } from '../lock.ts';
import { safeName } from '../safe-name.ts';
import { FeedStore } from '../store/feed-store.ts';
import type { FeedOwner } from '../store/manifest.ts';
import type { FeedTarget } from '../targets/target.ts';
import { folderOf, writeFeed } from './feed-writer.ts';
import { LiveFeed, type LiveFeedDeps } from './live-feed.ts';

export interface FeedsDeps {
  configuration: Configuration;
  /** Folder that contains the stores. */
  state: string;
  target: FeedTarget;
  log: LiveFeedDeps['log'];
}

/** All feeds of an adapter. Stores delivered products, and writes the files `writeAfterSeconds` or more after the first of them. */
export class Feeds {
  readonly #deps: FeedsDeps;
  readonly #feeds = new Map<string, Promise<LiveFeed>>();
  /** Ensures that only one feed is written at a time. */
  readonly #writing = new Lock();

  private constructor(deps: FeedsDeps) {
    this.#deps = deps;
  }

  /** Opens all feeds, and schedules their due writes, for example writes that the previous process did not finish. */
  static async open(deps: FeedsDeps): Promise<Feeds> {
    const feeds = new Feeds(deps);
    const names = await readdir(deps.state, { recursive: true }).catch(() => []);
    // <client>/<channel>/<account>/manifest.json
    for (const [client, channel, account, file, ...deeper] of names.map((name) => name.split(sep))) {
      if (!client || !channel || !account || file !== 'manifest.json' || deeper.length > 0) continue;
      const store = await FeedStore.open(join(deps.state, client, channel, account));
      if (store === undefined) continue;
      const feed = feeds.#live(store);
      feeds.#feeds.set(folderOf(store.owner), Promise.resolve(feed));
      feed.schedule();
    }
    return feeds;
  }

  /** Adds records. Resolves when they are on the disk, or when the files contain them if `writeAfterSeconds` is 0. */
  async add(owner: FeedOwner, records: readonly FeedRecord[]): Promise<void> {
    const feed = await this.#feedOf(owner);
    await feed.add(records);
  }

  /** Removes the feeds of a client on a channel, with their files. */
  async remove({ clientId, channelId }: Pick<FeedOwner, 'clientId' | 'channelId'>): Promise<void> {
    const folder = [clientId, channelId].map(safeName).join('/');
    for (const [name, opened] of this.#feeds) {
      if (!name.startsWith(`${folder}/`)) continue;
      const feed = await opened;
      this.#feeds.delete(name);
      await feed.remove();
    }
    await this.#deps.target.removeFolder(folder);
  }

  /** Writes all feeds that are due. */
  async writeAll(): Promise<void> {
    for (const feed of this.#feeds.values()) await (await feed).write();
  }

  /** Closes the feeds without writing, after any write that is in progress. The next process writes the rest. */
  async close(): Promise<void> {
    for (const feed of this.#feeds.values()) await (await feed).close();
  }

  #feedOf(owner: FeedOwner): Promise<LiveFeed> {
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

  async #open({ clientId, channelId, accountId }: FeedOwner, name: string): Promise<LiveFeed> {
    const folder = join(this.#deps.state, ...name.split('/'));
    const store = await FeedStore.open(folder, { clientId, channelId, accountId });
    if (store === undefined) throw new Error(`The store of ${name} cannot be opened.`);
    return this.#live(store);
  }

  #live(store: FeedStore): LiveFeed {
    const { configuration, target, log } = this.#deps;
    const files = configuration.files.filter(({ channels }) => channels?.includes(store.owner.channelId) ?? true);
    const { writeAfterSeconds, fingerprint } = configuration;
    return new LiveFeed(store, {
      writeAfterSeconds,
      configuration: fingerprint,
      log,
      write: (one) => this.#writing.run(() => writeFeed(one, files, fingerprint, target)),
    });
  }
}
