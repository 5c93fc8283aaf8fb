const handlerStart = /(?<=[\s"']|[^<]\/)o(?=n)/gi;

/**
 * Writes the first letter of words that begin with "on" as a character reference. It has no effect in texts and in values of attributes, but
 * the name of an event handler becomes a different one. An event handler would never run here, but the browser would report each of them,
 * because the content security policy forbids it.
 */
const withoutHandlers = (html: string): string =>
  html.replaceAll(handlerStart, (letter) => (letter === 'o' ? '&#111;' : '&#79;'));

/**
 * Writes the first letter of "href" in `base` elements as a character reference, for the same reason: the policy forbids such an element,
 * and the browser would report it although nothing is loaded.
 */
const withoutBase = (html: string): string =>
  html.replaceAll(/<base\b[^>]*/gi, (tag) =>
    tag.replaceAll(/h(?=ref)/gi, (letter) => (letter === 'h' ? '&#104;' : '&#72;')),
  );

/** Parses HTML into a document that runs no script and loads nothing. Event handlers get other names. Returns its body. */
export const parseMarkup = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><body>${withoutBase(withoutHandlers(html))}`, 'text/html').body;

/** A selector for elements whose content is no text to read. */
export const hiddenTags = 'script,style,iframe,object,noscript,svg,math,title,select,textarea';
