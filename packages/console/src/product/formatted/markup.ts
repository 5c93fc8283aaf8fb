/** Returns true if a text has an element, a comment or a character reference. Other texts look the same with and without formatting. */
export const hasMarkup = (text: string): boolean => /<[a-z/!]|&(?:#\w+|[a-z]\w*);/i.test(text);

/** Returns true if an address may become a link, because it is absolute and has a harmless scheme. */
export const isLinkAddress = (href: string): boolean => /^(?:https?|mailto|tel):/i.test(href);

/**
 * Returns true if the editor accepts an address, because it may become a link or has no scheme. Browsers ignore blanks and control
 * characters before and inside a scheme.
 */
export function isHarmless(href: string): boolean {
  const bare = href.replaceAll(/[\s\p{Cc}]/gu, '');
  return isLinkAddress(bare) || !/^[a-z][\w+.-]*:/i.test(bare);
}

/** Returns the address for a typed text, such as `https://example.com` for `example.com`, or undefined if the text cannot be one. */
export function typedAddress(text: string): string | undefined {
  const typed = text.trim();
  if (isLinkAddress(typed)) return typed;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(typed) ? `https://${typed}` : undefined;
}
