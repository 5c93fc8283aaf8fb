import { hiddenTags, parseMarkup } from './inert-markup.ts';

/** Elements that are apart from the text around them. */
const apartTags = new Set('p li ul ol div br h1 h2 h3 h4 h5 h6 tr td th blockquote pre'.split(' '));

/** A line of a list shows less than this many characters of a text. */
const maxLength = 20_000;

function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || hiddenTags.has(node.localName)) return '';
  const text = Array.from(node.childNodes, textOf).join('');
  return apartTags.has(node.localName) ? ` ${text} ` : text;
}

/** Texts without their markup, by HTML: a search looks at the same values again after each letter. */
const known = new Map<string, string>();
/** Characters of HTML in `known`. */
let knownLength = 0;
/** Enough for 5,000 descriptions of 800 characters. */
const maxKnownLength = 4_000_000;

/**
 * Returns the text of HTML without its markup, in one line. Of longer texts, only the first 20,000 characters of the HTML are read. Runs no
 * script and loads nothing.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const before = known.get(html);
  if (before !== undefined) return before;
  const text = textOf(parseMarkup(html.slice(0, maxLength)))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (knownLength + html.length > maxKnownLength) {
    known.clear();
    knownLength = 0;
  }
  known.set(html, text);
  knownLength += html.length;
  return text;
}
