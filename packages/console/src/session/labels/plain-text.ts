import { hiddenTags, parseMarkup } from './inert-markup.ts';

/** Maximum number of characters that are read from a text. A line of a list shows fewer. */
const maxLength = 20_000;

/**
 * Returns the text of HTML without its markup, in one line. Of longer texts, only the first 20,000 characters of the HTML are read. Runs no
 * script and loads nothing.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const body = parseMarkup(html.slice(0, maxLength));
  for (const element of body.querySelectorAll('*'))
    if (element.matches(hiddenTags)) element.remove();
    else if (element.matches('p,li,ul,ol,div,br,tr,td,th,h1,h2,h3,h4,h5,h6')) element.replaceWith(' ', element, ' ');
  return body.textContent.replaceAll(/\s+/g, ' ').trim();
}
