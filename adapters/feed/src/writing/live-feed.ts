import type { FeedRecord } from '../feed-record.ts';
import { Lock } from '../lock.ts';
import type { FeedStore } from '../store/feed-store.ts';
import type { WriteSummary } from './feed-writer.ts';

export interface LiveFeedDeps {
  writeAfterSeconds: number;
  /** Fingerprint of the configuration of the files. */
  configuration: string;
  write: (store: FeedStore) => Promise<WriteSummary>;
  log: (level: 'info' | 'error', message: string, fields: Record<string, string | number>) => void;
}

const maxRetrySeconds = 300;
/** The pause before a write is at least this many times as long as the previous write, so that large feeds leave time for deliveries. */
const pauseFactor = 4;

/** One feed of a running adapter, with its store and the schedule of its writes. */
export class LiveFeed {
  readonly #store: FeedStore;
  readonly #deps: LiveFeedDeps;
  /** Runs writes and the removal one after another. */
  readonly #lock = new Lock();
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #lastMs = 0;
  #isEnded = false;

  constructor(store: FeedStore, deps: LiveFeedDeps) {
    this.#store = store;
    this.#deps = deps;
  }

  /** Adds records. Resolves when they are on the disk, or when the files contain them if `writeAfterSeconds` is 0. */
  async add(records: readonly FeedRecord[]): Promise<void> {
    await this.#store.append(records);
    if (this.#deps.writeAfterSeconds === 0) await this.write();
    else this.schedule();
  }

  /** Schedules a write if one is due. */
  schedule(): void {
    if (this.#timer !== undefined || this.#isEnded || !this.#isDue()) return;
    const wanted = Math.max(this.#deps.writeAfterSeconds, (this.#lastMs / 1000) * pauseFactor);
    const seconds = this.#failures === 0 ? wanted : Math.min(maxRetrySeconds, 2 ** this.#failures);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.write()
        .catch(() => undefined)
        .finally(() => this.schedule());
    }, seconds * 1000);
    // with `--once`, the process must not wait for this timer
    this.#timer.unref();
  }

  /** Writes the files if a write is due. */
  async write(): Promise<void> {
    const { clientId, channelId, accountId } = this.#store.owner;
    const names = { clientId, channelId, accountId };
    const started = performance.now();
    try {
      const summary = await this.#lock.run(async () =>
        this.#isEnded || !this.#isDue() ? undefined : this.#deps.write(this.#store),
      );
      this.#failures = 0;
      this.#lastMs = performance.now() - started;
      if (summary === undefined) return;
      this.#deps.log('info', 'the feed was written', { ...names, write: summary.write, products: summary.products });
    } catch (error) {
      this.#failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.log('error', 'the feed could not be written', { ...names, reason });
      throw error;
    }
  }

  /** Removes the store, after any write that is in progress. */
  remove(): Promise<void> {
    return this.#end(() => this.#store.remove());
  }

  /** Closes the store without writing, after any write that is in progress. */
  close(): Promise<void> {
    return this.#end(() => this.#store.close());
  }

  #isDue(): boolean {
    return this.#store.isDue(this.#deps.configuration);
  }

  #end(task: () => Promise<void>): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    return this.#lock.run(task);
  }
}
