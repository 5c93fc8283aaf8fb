/** Returns true if a text has an element, a comment or a character reference. Other texts look the same with and without formatting. */
export const hasMarkup = (text: string): boolean => /<[a-z/!]|&(?:#\w+|[a-z]\w*);/i.test(text);

/** Returns true if an address may become a link: an absolute one of a harmless scheme. */
export const isLinkAddress = (href: string): boolean => /^(?:https?|mailto|tel):/i.test(href);

/**
 * Returns true if an address may be in the editor: one that may become a link, or one without a scheme. Browsers ignore blanks and control
 * characters in front of and inside a scheme.
 */
export function isHarmless(href: string): boolean {
  const bare = href.replaceAll(/[\s\p{Cc}]/gu, '');
  return isLinkAddress(bare) || !/^[a-z][\w+.-]*:/i.test(bare);
}

/** Returns the address of a link for a typed text, such as `https://example.com` for `example.com`; undefined if it can be none. */
export function typedAddress(text: string): string | undefined {
  const typed = text.trim();
  if (isLinkAddress(typed)) return typed;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(typed) ? `https://${typed}` : undefined;
}
