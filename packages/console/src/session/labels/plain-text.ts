import { hiddenTags, parseMarkup } from './inert-markup.ts';

/** A line of a list shows less than this many characters of a text. */
const maxLength = 20_000;

/** Elements that are apart from the text around them. */
const apart = /^(?:p|li|[ou]l|div|br|h\d|t[rdh]|blockquote|pre)$/;

function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || hiddenTags.has(node.localName)) return '';
  const text = Array.from(node.childNodes, textOf).join('');
  return apart.test(node.localName) ? ` ${text} ` : text;
}

/** Texts without their markup, by HTML: a search looks at the same values again after each letter. */
const known = new Map<string, string>();

/**
 * Returns the text of HTML without its markup, in one line. Of longer texts, only the first 20,000 characters of the HTML are read. Runs no
 * script and loads nothing.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const text =
    known.get(html) ??
    textOf(parseMarkup(html.slice(0, maxLength)))
      .replaceAll(/\s+/g, ' ')
      .trim();
  if (known.size > 2000) known.clear();
  known.set(html, text);
  return text;
}
