import { ElementText, isPlainXml } from '../xml/plain-text.ts';
import type { ElementReader } from '../xml/quick-elements.ts';
import { withoutEscapes } from './escaped-text.ts';
import { SharedStrings } from './shared-strings.ts';
import { StartTag } from './start-tag.ts';
import { parseXml, type XmlHandler } from './xml-part.ts';

/** Reads texts without formats. The general parser reads all other texts. */
class TextReader implements ElementReader {
  readonly parent = 'sst';
  readonly name = 'si';
  readonly #strings: SharedStrings;
  readonly #tag = new StartTag();
  readonly #text = new ElementText();

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  read(text: string, from: number, end: number): number {
    if (!text.startsWith('<si><t', from) || !isPlainXml(text.slice(from, end))) return -1;
    const start = this.#tag.read(text, from + '<si><t'.length);
    const at = start < 0 || this.#tag.isEmpty ? -1 : this.#text.read(text, start, '</t></si>');
    if (at >= 0) this.#strings.add(withoutEscapes(this.#text.value));
    return at;
  }
}

/**
 * Reads the shared strings. Rich text is read without its formatting, and phonetic readings are omitted.
 * @param limit stops after about this number of strings
 */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>, limit = Infinity): Promise<SharedStrings> {
  const strings = new SharedStrings();
  let text = '';
  let isText = false;
  let phonetic = 0;
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic++;
      isText = name === 't' && phonetic === 0;
    },
    text(part) {
      if (isText) text += part;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetic--;
      if (name === 'si') strings.add(withoutEscapes(text));
    },
  };
  const parts = parseXml(bytes, handler, new TextReader(strings));
  for await (const _ of parts) if (strings.count >= limit) break;
  return strings;
}
