/** The tags of HTML as they are written, before a browser corrects them. */
export interface SourceTags {
  /** Name of an element in lower case → number of its start tags. */
  starts: Map<string, number>;
  /** Number of attributes in all start tags together. */
  attributes: number;
}

/** Start of a tag with its name. */
const opening = /<(\/?)([a-z][^\t\n\f\r />]*)/iy;
/** An attribute. A value without a closing quote continues to the end of the text, as in browsers. */
const attribute = new RegExp(
  [
    String.raw`[\t\n\f\r /]*[^\t\n\f\r />][^\t\n\f\r />=]*`,
    String.raw`(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >"'][^\t\n\f\r >]*)?)?`,
  ].join(''),
  'y',
);
const closing = /[\t\n\f\r /]*>/y;
/** Elements that a browser creates once per document, at a fixed position, wherever their tags are. */
const documentTags = new Set(['html', 'head', 'body', 'frameset']);

/** Returns the match of a sticky pattern at an index, or undefined. */
function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

/** Returns the end of a tag and the number of its attributes; undefined if the tag has no end. */
function restOfTag(html: string, from: number): { end: number; attributes: number } | undefined {
  let end = from;
  for (let attributes = 0; ; attributes++) {
    const close = matchAt(closing, html, end);
    if (close) return { end: end + close[0].length, attributes };
    const next = matchAt(attribute, html, end);
    if (next === undefined) return undefined;
    end += next[0].length;
  }
}

/** Counts start tags, and tracks how many elements of each name may still be open. */
class TagCounts implements SourceTags {
  readonly starts = new Map<string, number>();
  attributes = 0;
  readonly #open = new Map<string, number>();

  /** Returns false for a tag that a browser ignores or moves. */
  add(name: string, isEnd: boolean, attributes: number): boolean {
    if (documentTags.has(name)) return false;
    const open = this.#open.get(name) ?? 0;
    this.#open.set(name, isEnd ? open - 1 : open + 1);
    if (isEnd) return open > 0 && attributes === 0;
    this.starts.set(name, (this.starts.get(name) ?? 0) + 1);
    this.attributes += attributes;
    return true;
  }
}

/**
 * Reads the tags of HTML, in time proportional to its length.
 * @returns undefined if the HTML has comments, declarations, tags of `documentTags`, tags without `>`, or end tags that have attributes or
 * no start tag. A browser ignores or moves such parts, or the editor would lose them
 */
export function sourceTags(html: string): SourceTags | undefined {
  const counts = new TagCounts();
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const start = matchAt(opening, html, at);
    if (start === undefined) {
      if (/[!/?]/.test(html.charAt(at + 1))) return undefined;
      at += 1;
      continue;
    }
    const rest = restOfTag(html, at + start[0].length);
    if (rest === undefined) return undefined;
    if (!counts.add(start[2]?.toLowerCase() ?? '', start[1] !== '', rest.attributes)) return undefined;
    at = rest.end;
  }
  return counts;
}

/** Returns true if `root` contains exactly one element for each start tag, with the same total number of attributes. */
export function isTreeOf(root: ParentNode, { starts, attributes }: SourceTags): boolean {
  const elements = [...root.querySelectorAll('*')];
  const counted = Map.groupBy(elements, ({ localName }) => localName);
  return (
    counted.size === starts.size &&
    [...counted].every(([name, those]) => those.length === starts.get(name)) &&
    elements.reduce((sum, element) => sum + element.attributes.length, 0) === attributes
  );
}
