/** Parses HTML into a document that runs no script and loads nothing. Returns its body. */
export const parseMarkup = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;

/** Returns true if a text has an element, a comment or a character reference. Other texts look the same with and without formatting. */
export const hasMarkup = (text: string): boolean => /<[a-z/!]|&(?:#\w+|[a-z]\w*);/i.test(text);
