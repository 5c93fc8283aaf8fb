import { stat } from 'node:fs/promises';
import type { FeedRecord } from '../feed-record.ts';
import type { Change, Format } from '../formats/format.ts';
import { TextOutput } from '../store/text-output.ts';

/** A file that is moved to the target when it is complete. */
export class FeedOutput {
  /** Name of the file at the target. */
  readonly name: string;
  readonly contentType: string;
  readonly #format: Format;
  readonly #output: TextOutput;
  #count = 0;

  constructor(name: string, file: string, format: Format, isCompressed: boolean) {
    this.name = name;
    this.contentType = isCompressed ? 'application/gzip' : format.contentType;
    this.#format = format;
    this.#output = new TextOutput(file, isCompressed);
  }

  get file(): string {
    return this.#output.file;
  }
  get count(): number {
    return this.#count;
  }

  begin(names: readonly string[]): Promise<void> {
    return this.#output.write(this.#format.begin(names));
  }

  /** @returns names or paths of the values in which characters were removed or replaced */
  async add(record: FeedRecord): Promise<string[]> {
    const { text, cleaned } = this.#format.record(record, this.#count);
    this.#count += 1;
    await this.#output.write(text);
    return cleaned;
  }

  /** @returns the size in bytes */
  async end(): Promise<number> {
    await this.#output.write(this.#format.end(this.#count));
    await this.#output.close();
    return (await stat(this.file)).size;
  }

  abort(): Promise<void> {
    return this.#output.abort();
  }
}

/** Returns what happened to a product since the last write, or undefined if it did not change. */
export function changeBetween(before: FeedRecord | undefined, after: FeedRecord | undefined): Change | undefined {
  if (after === undefined) return before === undefined ? undefined : 'deleted';
  if (before === undefined) return 'created';
  const content = ({ category, row }: FeedRecord) => JSON.stringify([category, row]);
  return content(before) === content(after) ? undefined : 'changed';
}
