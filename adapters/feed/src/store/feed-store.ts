import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedRecord } from '../feed-record.ts';
import { Lock } from '../lock.ts';
import { ChangeLog } from './change-log.ts';
import { type FeedOwner, type Manifest, newManifest, readManifest, saveManifest } from './manifest.ts';
import { type MergedRecord, mergeRuns } from './merged-runs.ts';
import { writeSortedRun } from './sorted-run.ts';

/** Size in bytes above which the log is converted to a run. This limits the number of records that are sorted in memory. */
const maxLogBytes = 16 * 1024 * 1024;

/**
 * The products of one feed on disk: the products of the last write, and the records that arrived after it. If the process is killed at any
 * moment, no record that `append` has confirmed is lost. Only one process may use a store. Records can be added while `merged` is being
 * read.
 */
export class FeedStore {
  readonly folder: string;
  readonly #log: ChangeLog;
  readonly #lock = new Lock();
  #manifest: Manifest;

  private constructor(folder: string, log: ChangeLog, manifest: Manifest) {
    this.folder = folder;
    this.#log = log;
    this.#manifest = manifest;
  }

  /**
   * Opens a store. Creates it if an owner is given.
   * @returns undefined if the store does not exist and no owner is given
   */
  static async open(folder: string, owner?: FeedOwner): Promise<FeedStore | undefined> {
    const known = await readManifest(join(folder, 'manifest.json'));
    if (known === undefined && owner === undefined) return undefined;
    await mkdir(folder, { recursive: true });
    if (known === undefined && owner !== undefined)
      await saveManifest(join(folder, 'manifest.json'), newManifest(owner));
    const manifest = known ?? (owner && newManifest(owner));
    if (manifest === undefined) return undefined;
    const log = await ChangeLog.open(join(folder, 'changes.ndjson'));
    const store = new FeedStore(folder, log, manifest);
    await store.#removeUnused();
    return store;
  }

  get owner(): FeedOwner {
    return this.#manifest;
  }
  /** Names of all values that any product has had, in the order in which they first appeared. */
  get columns(): readonly string[] {
    return this.#manifest.columns;
  }
  /** Number of the current write, or of the next one if no write is in progress. Starts at 1. */
  get nextWrite(): number {
    return this.#manifest.writes + 1;
  }
  /** Returns true if some records are not part of a completed write, or if the last write used a different configuration. */
  isDue(configuration: string): boolean {
    const { writing, runs, base } = this.#manifest;
    if (this.#log.length > 0 || writing.length > 0 || runs.length > 0) return true;
    return base !== null && configuration !== this.#manifest.configuration;
  }

  /** Adds records. Resolves when they are on the disk. */
  append(records: readonly FeedRecord[]): Promise<void> {
    return this.#lock.run(async () => {
      await this.#addColumns(records);
      await this.#log.append(records);
      if (this.#log.length > maxLogBytes) await this.#rotate();
    });
  }

  /** Determines the contents of the next write. If a write was interrupted, it is repeated with the same contents. */
  beginWrite(): Promise<void> {
    return this.#lock.run(async () => {
      if (this.#manifest.writing.length > 0) return;
      await this.#rotate();
      await this.#save({ writing: this.#manifest.runs, runs: [] });
    });
  }

  /** The products before and after the write, ordered by id. */
  merged(): AsyncGenerator<MergedRecord> {
    const { base, writing } = this.#manifest;
    return mergeRuns(
      base === null ? undefined : this.#path(base),
      writing.map((name) => this.#path(name)),
    );
  }

  /** Returns the name of a new file for the products of this write. */
  newBase(): Promise<string> {
    return this.#lock.run(async () => {
      const name = `base-${this.#manifest.nextFile}.ndjson`;
      await this.#save({ nextFile: this.#manifest.nextFile + 1 });
      return name;
    });
  }

  /** Ends a write. @param base the name that `newBase` returned */
  completeWrite(base: string, configuration: string): Promise<void> {
    return this.#lock.run(async () => {
      await this.#save({ base, configuration, writing: [], writes: this.nextWrite });
      await this.#removeUnused();
    });
  }

  /** Removes the store with all its files. */
  remove(): Promise<void> {
    return this.#lock.run(async () => {
      await this.#log.close();
      await rm(this.folder, { recursive: true, force: true });
    });
  }

  close(): Promise<void> {
    return this.#lock.run(() => this.#log.close());
  }

  /**
   * Moves the records of the log to a sorted file, a run. If the process crashes before the log is cleared, both files contain the records.
   * This is harmless, because only the last record of each product counts.
   */
  async #rotate(): Promise<void> {
    if (this.#log.length === 0) return;
    const name = `run-${this.#manifest.nextFile}.ndjson`;
    await writeSortedRun(this.#log.file, this.#path(name));
    await this.#save({ nextFile: this.#manifest.nextFile + 1, runs: [...this.#manifest.runs, name] });
    await this.#log.clear();
  }

  async #addColumns(records: readonly FeedRecord[]): Promise<void> {
    const known = new Set(this.#manifest.columns);
    const added = new Set(records.flatMap(({ row = {} }) => Object.keys(row)).filter((name) => !known.has(name)));
    if (added.size > 0) await this.#save({ columns: [...known, ...added] });
  }

  async #save(changed: Partial<Manifest>): Promise<void> {
    const manifest = { ...this.#manifest, ...changed };
    await saveManifest(join(this.folder, 'manifest.json'), manifest);
    this.#manifest = manifest;
  }

  async #removeUnused(): Promise<void> {
    const { base, writing, runs } = this.#manifest;
    const used = new Set(['manifest.json', 'changes.ndjson', base, ...writing, ...runs]);
    for (const name of await readdir(this.folder))
      if (!used.has(name)) await rm(join(this.folder, name), { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}
