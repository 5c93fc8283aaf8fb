import { FileError } from '../source/file-error.ts';

/** Maximum number of names in one message. An export of a whole catalogue can have thousands. */
const shownNames = 10;

/** Collects the values that a format cannot represent, by name. The export is then refused, so that no value is truncated or omitted. */
export class FeedRefusals {
  readonly #feed: string;
  readonly #found = new Map<string, string>();
  #more = 0;

  constructor(feed: string) {
    this.#feed = feed;
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** @param why the end of a sentence that begins with the name */
  add(name: string, id: unknown, why: string): void {
    if (this.#found.has(name)) return;
    if (this.#found.size < shownNames) this.#found.set(name, `${name} of product ${JSON.stringify(id)} ${why}`);
    else this.#more += 1;
  }

  /** @throws FileError format-cannot-carry if anything was added */
  check(): void {
    if (this.isEmpty) return;
    const more = this.#more > 0 ? '; and others' : '';
    throw new FileError(
      'format-cannot-carry',
      `A file of the format ${this.#feed} cannot carry this export: ${[...this.#found.values()].join('; ')}${more}. Export other attributes only, or as CSV or NDJSON.`,
    );
  }
}
