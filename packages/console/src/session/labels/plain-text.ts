import { hiddenTags, parseMarkup } from './inert-markup.ts';

/** Number of characters of the source that are shown of HTML without text. */
const maxSource = 200;

/** Maximum number of characters that are read from a text. A line of a list shows fewer. */
const maxLength = 20_000;

/**
 * Returns the text of HTML without its markup, in one line. Of longer texts, only the first 20,000 characters of the HTML are read. If they
 * have no text, for example only a picture or thousands of nested elements, returns the beginning of the source, because an empty cell would
 * look like a missing value. Runs no script and loads nothing.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const body = parseMarkup(html.slice(0, maxLength));
  for (const element of body.querySelectorAll('*'))
    if (element.matches(hiddenTags)) element.remove();
    else if (element.matches('p,li,ul,ol,div,br,tr,td,th,h1,h2,h3,h4,h5,h6')) element.replaceWith(' ', element, ' ');
  const text = body.textContent.replaceAll(/\s+/g, ' ').trim();
  // half of a surrogate pair at the cut is left out
  return text === ''
    ? html
        .trim()
        .slice(0, maxSource)
        .replace(/[\uD800-\uDBFF]$/, '')
    : text;
}
