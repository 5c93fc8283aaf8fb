import { join } from 'node:path';
import type { FeedFile } from '../configuration.ts';
import type { FeedRecord } from '../feed-record.ts';
import type { Change } from '../formats/format.ts';
import type { FeedOwner } from '../store/manifest.ts';
import { formatRecord } from '../store/record-lines.ts';
import type { MergedRecord } from '../store/merged-runs.ts';
import { TextOutput } from '../store/text-output.ts';
import { changeBetween, FeedOutput } from './feed-output.ts';

export interface Counts {
  products: number;
  created: number;
  changed: number;
  deleted: number;
  unchanged: number;
}

/** Returns the name of the file with all products. */
export const wholeName = ({ name, gzip, formats }: FeedFile): string =>
  `${name}.${formats.whole.extension}${gzip ? '.gz' : ''}`;

/** The local files of one write. */
export class WriteFiles {
  readonly counts: Counts = { products: 0, created: 0, changed: 0, deleted: 0, unchanged: 0 };
  /** The report, with one line for each product of the feed. */
  readonly report: TextOutput;
  readonly #base: TextOutput;
  readonly #wholes: FeedOutput[];
  readonly #deltas: FeedOutput[] = [];
  readonly #owner: FeedOwner;
  /** The change to the current product. The formats of the delta files write it. */
  #change: Change = 'created';

  /**
   * @param base file for the products of this write
   * @param out folder for the files of the target
   */
  constructor(owner: FeedOwner, files: readonly FeedFile[], number: number, base: string, out: string) {
    this.#owner = owner;
    this.#base = new TextOutput(base);
    this.report = new TextOutput(join(out, 'report.ndjson'));
    this.#wholes = files.map((file) => {
      const { name, gzip, formats } = file;
      return new FeedOutput(wholeName(file), join(out, `${name}.whole`), formats.whole, gzip);
    });
    for (const file of files) {
      const { name, gzip, deltas, formats } = file;
      const delta = deltas === 0 ? undefined : formats.delta?.(() => this.#change);
      if (delta) this.#deltas.push(new FeedOutput(deltaName(file, number), join(out, `${name}.delta`), delta, gzip));
    }
  }

  /** The files of the feed that are moved to the target. */
  get outputs(): readonly FeedOutput[] {
    return [...this.#wholes, ...this.#deltas];
  }

  async begin(columns: readonly string[]): Promise<void> {
    for (const output of this.outputs) await output.begin(columns);
  }

  async add({ before, after }: MergedRecord): Promise<void> {
    const { counts } = this;
    const change = changeBetween(before, after);
    if (change !== undefined) {
      counts[change] += 1;
      this.#change = change;
      const changed = after ?? before;
      if (changed) for (const delta of this.#deltas) await delta.add(changed);
    }
    if (after === undefined) return;
    counts.products += 1;
    if (change === undefined) counts.unchanged += 1;
    const cleaned = new Set<string>();
    for (const whole of this.#wholes) for (const name of await whole.add(after)) cleaned.add(name);
    await this.#base.write(formatRecord(after));
    await this.report.write(reportLine(this.#owner, after, change ?? 'unchanged', [...cleaned]));
  }

  /** Completes the store's file of products, and the report. */
  async end(): Promise<void> {
    await this.#base.close();
    await this.report.close();
  }

  async abort(): Promise<void> {
    for (const output of [this.#base, this.report, ...this.outputs]) await output.abort();
  }
}

/** Returns the name of a file of changes. Its number has nine digits, so that sorting by name gives the order of the writes. */
export const deltaName = ({ name, gzip, formats }: FeedFile, number: number): string =>
  `${name}.delta/${String(number).padStart(9, '0')}.${formats.whole.extension}${gzip ? '.gz' : ''}`;

function reportLine(owner: FeedOwner, record: FeedRecord, change: Change | 'unchanged', cleaned: string[]): string {
  const { clientId, channelId, accountId } = owner;
  const { id, submissionId } = record;
  const line = { clientId, channelId, accountId, submissionId, product: { __ID: id }, change };
  return `${JSON.stringify(cleaned.length === 0 ? line : { ...line, cleaned })}\n`;
}
