import { type FileHandle, open, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '@pimento/adapter-kit';
import type { FeedRecord } from '../feed-record.ts';
import { completeLength } from './line-reader.ts';
import { formatRecord } from './record-lines.ts';

/** A file of records in the order in which they were appended. When `append` resolves, its records are on the disk. */
export class ChangeLog {
  readonly file: string;
  readonly #handle: FileHandle;
  #length: number;

  private constructor(file: string, handle: FileHandle, length: number) {
    this.file = file;
    this.#handle = handle;
    this.#length = length;
  }

  /** Opens or creates a log. Removes a last line that a crash has left incomplete. */
  static async open(file: string): Promise<ChangeLog> {
    const handle = await open(file, 'a');
    const length = await completeLength(file);
    await truncate(file, length);
    await syncFolder(dirname(file));
    return new ChangeLog(file, handle, length);
  }

  /** Length of the file in bytes. */
  get length(): number {
    return this.#length;
  }

  async append(records: readonly FeedRecord[]): Promise<void> {
    const bytes = Buffer.from(records.map(formatRecord).join(''));
    try {
      await this.#handle.appendFile(bytes);
      await this.#handle.datasync();
    } catch (error) {
      // If the disk was full, part of the records may have been written. This part must not become the beginning of the next record.
      await this.#handle.truncate(this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }

  async clear(): Promise<void> {
    await this.#handle.truncate(0);
    await this.#handle.sync();
    this.#length = 0;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
