/**
 * Patterns of stored strings that could become assets. The patterns are valid in JavaScript and in PostgreSQL. Match them
 * case-insensitively.
 */

/** The white space characters of JavaScript, listed explicitly because PostgreSQL's own class depends on its locale. */
export const blank = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const control = '\\u0001-\\u001f\\u007f-\\u009f';

/** The beginning of a URL in a list. */
const address = '(?:https?://|//[a-z0-9]|www\\.[a-z0-9])';
const fileEnding = '\\.[a-z][a-z0-9]{1,4}';
/**
 * A file name in a list. Colons are excluded because a string with a colon could be a URL. A file name begins with a visible character, so
 * that a list can be split in only one way. Otherwise, matching would take exponential time.
 */
const fileName = `[^,;|:${blank}][^,;|:\\n\\r]*${fileEnding}`;

/** All separators before the next URL of a list. A comma inside a URL is not a separator. */
export const beforeAddress = `(?<![${blank},;|])[${blank},;|]+(?=${address})`;
/** All separators between two file names of a list. A space can be part of a file name. */
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
/** Strings that mean "no file". */
export const placeholderPattern = `^[${blank}]*(?:${words.join('|')})?[${blank}]*$`;

/** Control characters between two characters that are not white space. */
export const controlInsidePattern = `[^${blank}][${control}]+[^${blank}]`;

const host = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9-]+)*\\.[a-z]{2,}(?::[0-9]+)?';
/** Excludes paths such as `photo.jpg/large`, whose first segment looks like a file name and is not a host. */
const notFile = '(?![^/]*\\.(?:jpe?g|png|gif|webp|avif|svg|tiff?|bmp|heic|pdf|mp4)/)';
/** URLs without a scheme, or with a damaged scheme. */
export const brokenAddressPattern = `^[${blank}]*(?://[a-z0-9]|www\\.[a-z0-9]|https?:/|https?//|https?:[a-z0-9]|${notFile}${host}/)`;
/** Paths on a disk or on a server. */
export const pathPattern = `^[${blank}]*(?:[a-z]:)?(?:~|\\.{1,2})?[/\\\\]|^[${blank}]*file:|^[^/]*\\\\`;

/**
 * Strings that are probably not ids. They are URLs with a different scheme, and strings with control characters or with spaces but no file
 * extension.
 */
export const doubtfulPatterns = {
  scheme: '://|^data:',
  controls: `[${control}]`,
  blanks: `[${blank}]`,
  fileName: `[^${blank}.]${fileEnding}$`,
};
