import { hiddenTags, parseMarkup } from './inert-markup.ts';

/** If HTML has no text, at most this many characters of its source are shown. */
const maxSource = 200;

/** Maximum number of characters of HTML that are parsed. A line of a list shows fewer. */
const maxLength = 20_000;

/**
 * Returns the text of HTML without its markup, on one line. Reads only the first 20,000 characters of the HTML. If they contain no text,
 * for example only a picture or thousands of nested elements, returns the beginning of the source, because an empty cell would look like a
 * missing value. HTML without markup is returned unchanged. Runs no script and loads nothing.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const body = parseMarkup(html.slice(0, maxLength));
  for (const element of body.querySelectorAll('*'))
    if (element.matches(hiddenTags)) element.remove();
    else if (element.matches('p,li,ul,ol,div,br,tr,td,th,h1,h2,h3,h4,h5,h6')) element.replaceWith(' ', element, ' ');
  const text = body.textContent.replaceAll(/\s+/g, ' ').trim();
  // removes half of a surrogate pair at the cut
  return text === ''
    ? html
        .trim()
        .slice(0, maxSource)
        .replace(/[\uD800-\uDBFF]$/, '')
    : text;
}
