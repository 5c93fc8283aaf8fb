const quote = 34;

/**
 * Remembers the names of members in the order in which they were last read. Most products and rows have the same names in the same order,
 * so the next name can usually be predicted. For a predicted name, no string must be created and hashed.
 */
export class MemberNames {
  readonly #names: string[] = [];
  #next = 0;

  /** Starts with the first name. */
  restart(): void {
    this.#next = 0;
  }

  /** Returns the next name and advances, if the name begins at `offset` of the text and a quote follows it. Otherwise returns undefined. */
  findNext(text: string, offset: number): string | undefined {
    const name = this.#names[this.#next];
    if (name === undefined || !text.startsWith(name, offset) || text.charCodeAt(offset + name.length) !== quote)
      return undefined;
    this.#next += 1;
    return name;
  }

  /**
   * Replaces the next name, unless the given name contains a backslash. Such a name is escaped in the text, so `findNext` could not find
   * it.
   */
  add(name: string): void {
    if (name.includes('\\')) return;
    this.#names[this.#next] = name;
    this.#next += 1;
  }
}
