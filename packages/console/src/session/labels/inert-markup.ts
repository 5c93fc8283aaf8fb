const handlerStart = /(?<=[\s"']|[^<]\/)o(?=n)/gi;

/**
 * Replaces the first letter of words that begin with "on" with a character reference. Texts and the values of attributes keep their
 * meaning, but the name of an event handler changes. An event handler would never run here, but the browser would report each one as a
 * violation of the content security policy.
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

/** A selector for elements whose content is not text for readers. */
export const hiddenTags = 'script,style,iframe,object,noscript,svg,math,title,select,textarea';
