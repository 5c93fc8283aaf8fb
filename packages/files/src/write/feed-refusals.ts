import { FileError } from '../source/file-error.ts';

/** Names in one message; an export of a whole catalogue can have thousands. */
const shownNames = 10;

/** Collects what a format cannot carry, by name; nothing is cut or left out. */
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

  /** @param why what is wrong with the value, as the end of a sentence */
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
