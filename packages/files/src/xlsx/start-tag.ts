const isNameUnit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 58) || code === 45 || code === 95;

/** The attributes of a start tag that sheets use, read without the general parser. */
export class StartTag {
  /** Reference of a cell, or number of a row. */
  r: string | undefined;
  /** Type of a cell. */
  t: string | undefined;
  /** Style of a cell. */
  s: string | undefined;
  /** True if the start tag also ends the element, as in `<c/>`. */
  isEmpty = false;

  /**
   * Reads the attributes of a tag.
   * @param from offset after the name of the element
   * @returns the offset after the tag, or -1 if the tag has a form that spreadsheet programs do not write
   */
  read(text: string, from: number): number {
    this.r = undefined;
    this.t = undefined;
    this.s = undefined;
    this.isEmpty = false;
    for (let at = from; ;) {
      const code = text.charCodeAt(at);
      if (code === 62) return at + 1;
      if (code === 47) {
        this.isEmpty = true;
        return text.charCodeAt(at + 1) === 62 ? at + 2 : -1;
      }
      if (code !== 32) return -1;
      const name = at + 1;
      if (text.charCodeAt(name) === 47) at = name;
      else at = this.#readAttribute(text, name);
      if (at < 0) return -1;
    }
  }

  /** @returns the offset after the attribute, or -1 if the attribute has a form that spreadsheet programs do not write */
  #readAttribute(text: string, from: number): number {
    let at = from;
    while (isNameUnit(text.charCodeAt(at))) at++;
    const nameEnd = at;
    if (nameEnd === from || text.charCodeAt(at) !== 61 || text.charCodeAt(at + 1) !== 34) return -1;
    const start = at + 2;
    for (at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (code === 34) break;
      // This also ends the loop at the end of the text, because the code is NaN there.
      if (!(code >= 32) || code === 60 || code === 38) return -1;
    }
    if (nameEnd - from === 1) this.#keep(text.charCodeAt(from), text.slice(start, at));
    return at + 1;
  }

  #keep(name: number, value: string): void {
    if (name === 114) this.r = value;
    else if (name === 116) this.t = value;
    else if (name === 115) this.s = value;
  }
}
