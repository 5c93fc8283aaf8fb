import type { FeedRecord } from '../feed-record.ts';
import { readLines } from './line-reader.ts';
import { formatRecord, parseRecord } from './record-lines.ts';
import { TextOutput } from './text-output.ts';

/** Writes the last record of each product in a log, ordered by product id. */
export async function writeSortedRun(log: string, file: string): Promise<void> {
  const latest = new Map<string, FeedRecord>();
  for await (const lines of readLines(log)) {
    for (const line of lines) {
      const record = parseRecord(line);
      latest.set(record.id, record);
    }
  }
  const ids = [...latest.keys()].toSorted(compareIds);
  const output = new TextOutput(file);
  try {
    for (const id of ids) {
      const record = latest.get(id);
      if (record !== undefined) await output.write(formatRecord(record));
    }
    await output.close();
  } finally {
    await output.abort();
  }
}

/** Compares ids by UTF-16 code units, the order of ids in runs, which is the same in every locale. */
export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Reads the records of a run one by one. */
export class RunReader {
  /** The next record, or undefined at the end. */
  current: FeedRecord | undefined;
  readonly #groups: AsyncGenerator<string[]>;
  #lines: string[] = [];
  #index = 0;

  constructor(file: string) {
    this.#groups = readLines(file);
  }

  async advance(): Promise<void> {
    while (this.#index >= this.#lines.length) {
      const group = await this.#groups.next();
      if (group.done === true) {
        this.current = undefined;
        return;
      }
      this.#lines = group.value;
      this.#index = 0;
    }
    this.current = parseRecord(this.#lines[this.#index] ?? '');
    this.#index += 1;
  }

  async close(): Promise<void> {
    await this.#groups.return(undefined);
  }
}
