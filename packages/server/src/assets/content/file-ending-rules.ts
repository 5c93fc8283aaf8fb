/**
 * File extensions of the types that can be detected reliably from the bytes. The most common extension of a type comes first. Raw camera
 * formats are TIFF files.
 */
const endings: Readonly<Record<string, readonly [string, ...string[]] | undefined>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif', 'mpo'],
  'image/png': ['png', 'apng'],
  'image/apng': ['png', 'apng'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif', 'avifs', 'heif'],
  'image/heic': ['heic', 'heif'],
  'image/bmp': ['bmp', 'dib'],
  'image/tiff': ['tif', 'tiff', 'dng', 'nef', 'nrw', 'cr2', 'arw', 'orf', 'rw2', 'pef', 'srw', '3fr', 'iiq'],
  'image/svg+xml': ['svg'],
  'application/pdf': ['pdf', 'ai'],
};
const known = new Set(Object.values(endings).flatMap((list) => list ?? []));
/** File extensions of web pages, scripts and generic files. They do not indicate the type of the bytes. */
const vague = new Set(
  'php php3 php5 asp aspx ashx axd jsp jspx do cgi pl py cfm html htm shtml bin dat tmp file img image'.split(' '),
);

const endingOf = (name: string): string | undefined => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();

/** Returns true if the name has a file extension of 2 to 5 characters that begins with a letter and is not in `vague`. */
export function isFileName(name: string): boolean {
  const ending = endingOf(name);
  return ending !== undefined && /^[a-z]\w/.test(ending) && !vague.has(ending);
}

/**
 * Returns the name with a file extension of its type. Replaces an extension that belongs to a different type or is in `vague`. Appends the
 * right extension if the name has none or an unknown one. Returns the name unchanged for types that are not in `endings`, such as ZIP.
 */
export function withEnding(name: string, type: string): string {
  const fitting = endings[type];
  const ending = endingOf(name);
  if (fitting === undefined || (ending !== undefined && fitting.includes(ending))) return name;
  const isReplaced = ending !== undefined && (known.has(ending) || vague.has(ending));
  const stem = isReplaced ? name.slice(0, -ending.length - 1) : name;
  return `${stem === '' ? name : stem}.${fitting[0]}`;
}
