const escaped = /_x([0-9A-Fa-f]{4})_/g;
/** An underscore that could begin an escape. The closing underscore may be missing, because escaping the next character can add it. */
const startOfEscape = /_(?=x[0-9A-Fa-f]{4})/g;
/** Characters that XML does not allow, and CR, which XML readers convert to LF. */
const notInXml =
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escapeOf = (text: string): string => `_x${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Replaces `_x000D_` and similar escapes of a cell with their characters. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(escaped, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/**
 * Escapes characters that XML cannot contain, and underscores that a reader could treat as the beginning of an escape. `withoutEscapes` is
 * the inverse.
 */
const withEscapes = (text: string): string => text.replace(startOfEscape, '_x005F_').replace(notInXml, escapeOf);

const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML content and attributes. */
export const xmlText = (text: string): string => withEscapes(text).replace(/[&<>"]/g, (unit) => markup[unit] ?? unit);
