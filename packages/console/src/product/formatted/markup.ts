const tags = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const forbidden = /([\s/"'])(on[\w-]*|style)(?=\s*=)/gi;

/**
 * Renames the attributes in HTML that the content security policy forbids. They would never take effect here, but the browser would report
 * each of them.
 */
const withoutForbidden = (html: string): string =>
  html.replaceAll(tags, (tag) => tag.replaceAll(forbidden, '$1data-$2'));

/** Returns true if HTML has an attribute that `parseMarkup` renames. */
export const hasForbidden = (html: string): boolean => withoutForbidden(html) !== html;

/** Parses HTML into a document that runs no script and loads nothing. Event handlers and styles are renamed. Returns its body. */
export const parseMarkup = (html: string): HTMLElement =>
  new DOMParser().parseFromString(withoutForbidden(html), 'text/html').body;

/** Returns true if a text has an element, a comment or a character reference. Other texts look the same with and without formatting. */
export const hasMarkup = (text: string): boolean => /<[a-z/!]|&(?:#\w+|[a-z]\w*);/i.test(text);
