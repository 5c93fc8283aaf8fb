export interface HtmlTag {
  /** The name in lower case. */
  name: string;
  isClosing: boolean;
}

export type HtmlPiece = string | HtmlTag;

const tagStart = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y;
/** Elements whose content is not text. */
const hidden: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
]);

/**
 * Splits HTML into text and tags. Omits comments, declarations, and the content of elements such as scripts and styles. Accepts any string.
 * Takes linear time, because a failed search is not repeated.
 */
export function scanHtml(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  const ends = new TagEnds(html);
  let textStart = 0;
  let offset = html.indexOf('<');
  while (offset !== -1) {
    const end = html.startsWith('<!', offset) || html.startsWith('<?', offset) ? endOfMarkup(html, offset) : undefined;
    const tag = end === undefined ? tagAt(html, offset) : undefined;
    const after = end ?? (tag && ends.find(tag.after));
    if (after === undefined) {
      offset = html.indexOf('<', offset + 1);
      continue;
    }
    if (offset > textStart) pieces.push(html.slice(textStart, offset));
    if (tag !== undefined) pieces.push({ name: tag.name, isClosing: tag.isClosing });
    textStart =
      tag !== undefined && !tag.isClosing && hidden.has(tag.name) ? endOfElement(html, tag.name, after) : after;
    offset = html.indexOf('<', textStart);
  }
  if (textStart < html.length) pieces.push(html.slice(textStart));
  return pieces;
}

function tagAt(html: string, offset: number): (HtmlTag & { after: number }) | undefined {
  tagStart.lastIndex = offset;
  const match = tagStart.exec(html);
  if (match === null) return undefined;
  return { name: (match[2] ?? '').toLowerCase(), isClosing: match[1] === '/', after: offset + match[0].length };
}

/** Returns the end of a comment or declaration, or the end of the text if the comment or declaration is not closed. */
function endOfMarkup(html: string, offset: number): number {
  const closing = html.startsWith('<!--', offset) ? '-->' : '>';
  const end = html.indexOf(closing, offset + 2);
  return end === -1 ? html.length : end + closing.length;
}

/** Returns the end of the closing tag of an element, or the end of the text if there is none. */
function endOfElement(html: string, name: string, offset: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = offset;
  const end = closing.test(html) ? html.indexOf('>', closing.lastIndex) : -1;
  return end === -1 ? html.length : end + 1;
}

/**
 * Finds the `>` that ends a tag. A `>` inside a quoted attribute value does not end the tag. After a tag for which no end was found, quotes
 * are ignored.
 */
class TagEnds {
  readonly #html: string;
  #respectsQuotes = true;
  #isExhausted = false;

  constructor(html: string) {
    this.#html = html;
  }

  find(offset: number): number | undefined {
    if (this.#isExhausted) return undefined;
    const quoted = this.#respectsQuotes ? this.#findOutsideQuotes(offset) : undefined;
    if (quoted !== undefined) return quoted;
    this.#respectsQuotes = false;
    const plain = this.#html.indexOf('>', offset);
    this.#isExhausted = plain === -1;
    return plain === -1 ? undefined : plain + 1;
  }

  #findOutsideQuotes(from: number): number | undefined {
    let offset = from;
    while (offset < this.#html.length) {
      const character = this.#html.charAt(offset);
      if (character === '>') return offset + 1;
      const closing = character === '"' || character === "'" ? this.#html.indexOf(character, offset + 1) : offset;
      if (closing === -1) return undefined;
      offset = closing + 1;
    }
    return undefined;
  }
}
