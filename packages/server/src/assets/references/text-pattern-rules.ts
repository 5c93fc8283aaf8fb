/**
 * Patterns of stored texts that could become assets. All of them are valid in JavaScript and in PostgreSQL; match them without regard to
 * letter case.
 */

/** Whitespace of JavaScript, listed explicitly because PostgreSQL's own class depends on its locale. */
export const blank = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const control = '\\u0001-\\u001f\\u007f-\\u009f';

/** What an address in a list begins with. */
const address = '(?:https?://|//[a-z0-9]|www\\.[a-z0-9])';
const fileEnding = '\\.[a-z][a-z0-9]{1,4}';
/**
 * A file name in a list; with a colon it could be an address. It begins with a visible character, so that a list can be read in one way only:
 * otherwise matching takes exponential time.
 */
const fileName = `[^,;|:${blank}][^,;|:\\n\\r]*${fileEnding}`;

/** The separators before the next address of a list, from the first one on. A comma inside an address does not separate. */
export const beforeAddress = `(?<![${blank},;|])[${blank},;|]+(?=${address})`;
/** The separators between the file names of a list. A blank is a part of a file name. */
export const betweenNames = `(?<![${blank}])[${blank}]*[,;|\\n\\r][${blank},;|]*`;
export const addressListPattern = `^[${blank}]*${address}.*[^${blank},;|][${blank},;|]+${address}`;
export const nameListPattern = `^[${blank}]*(?:${fileName}${betweenNames})+${fileName}[${blank},;|]*$`;

const words = [
  '[-–—_.?*#]+',
  '#?n[./]?a\\.?',
  'none|null|nil|nan|undefined|unknown|missing|empty|tbd|tba|todo',
  'no[ _-]?(?:image|photo|picture|file)',
  'k\\. ?a\\.|keine?s?|unbekannt|kein[ _-]?(?:bild|foto)',
];
/** Texts that stand for "no file". */
export const placeholderPattern = `^[${blank}]*(?:${words.join('|')})?[${blank}]*$`;

/** A control character between two other characters. */
export const controlInsidePattern = `[^${blank}][${control}]+[^${blank}]`;

const host = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9-]+)*\\.[a-z]{2,}(?::[0-9]+)?';
/** A file in a folder that is called like a file, as `photo.jpg/large`, has no host. */
const notFile = '(?![^/]*\\.(?:jpe?g|png|gif|webp|avif|svg|tiff?|bmp|heic|pdf|mp4)/)';
/** Addresses without a scheme, or with a damaged one. */
export const brokenAddressPattern = `^[${blank}]*(?://[a-z0-9]|www\\.[a-z0-9]|https?:/|https?//|https?:[a-z0-9]|${notFile}${host}/)`;
/** Paths on a disk or on a server. */
export const pathPattern = `^[${blank}]*(?:[a-z]:)?(?:~|\\.{1,2})?[/\\\\]|^[${blank}]*file:|^[^/]*\\\\`;

/** Texts that are probably not ids: another scheme, control characters, spaces without a file extension. */
export const doubtfulPatterns = {
  scheme: '://|^data:',
  controls: `[${control}]`,
  blanks: `[${blank}]`,
  fileName: `[^${blank}.]${fileEnding}$`,
};
