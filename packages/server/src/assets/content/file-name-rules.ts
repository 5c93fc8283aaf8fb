import { isFileName, withEnding } from './file-ending-rules.ts';

const longest = 200;

/**
 * Returns a file name of at most 200 characters that is safe to show and to save. Removes folders, control and formatting characters, and
 * dots and white space at both ends. Some formatting characters can make `gpj.exe` look like `exe.jpg`. Replaces characters that file
 * systems reject.
 * @returns undefined if nothing is left
 */
export function cleanFileName(given: string): string | undefined {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replaceAll(/[<>:"|?*\uFFFD]/g, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  if (clean === '') return undefined;
  const characters = Array.from(clean);
  if (characters.length <= longest) return clean;
  const ending = /\.[^.]{1,12}$/.exec(clean)?.[0] ?? '';
  return characters.slice(0, longest - ending.length).join('') + ending;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the decoded file name of a Content-Disposition header, not cleaned. `filename*` takes precedence over `filename` (RFC 6266).
 * @returns undefined if there is none
 */
export function nameInDisposition(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const extended = /(?:^|;)\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(header);
  if (extended) {
    const [, charset = '', encoded = ''] = extended;
    if (charset.toLowerCase() === 'utf-8') {
      const decoded = percentDecoded(encoded);
      if (decoded !== undefined) return decoded;
    } else return encoded.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }
  const quoted = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  const plain = quoted ?? /(?:^|;)\s*filename\s*=\s*([^;\s]+)/i.exec(header)?.[1];
  if (plain === undefined) return undefined;
  if (/[^\0-\xff]/.test(plain)) return plain;
  // Headers are decoded as Latin-1, but many servers send UTF-8.
  const bytes = Buffer.from(plain, 'latin1');
  const utf8 = bytes.toString('utf8');
  return utf8.includes('\uFFFD') ? plain : utf8;
}

const segmentsOf = (address: string): string[] =>
  (URL.parse(address.trim())?.pathname ?? '').split('/').map((segment) => percentDecoded(segment) ?? segment);

/** Removes the size that image services append to a file name, as in `photo.jpg:large` or `photo.jpg!thumb`. */
const withoutSize = (segment: string) => segment.replace(/(\.[a-z]\w{1,4})[:;!@][\w,.:-]*$/i, '$1');

/**
 * Returns the last segment of a URL's path that is a file name, such as `photo.jpg` in `/photo.jpg/w_400,h_300`. Names of scripts, such as
 * `download.php`, do not count as file names.
 * @returns undefined if there is none
 */
export function fileInPath(address: string): string | undefined {
  return segmentsOf(address).map(withoutSize).findLast(isFileName);
}

/** Returns the last segment of a URL's path, without the query string. @returns '' if the path ends with a slash or the URL is invalid */
export function nameInPath(address: string): string | undefined {
  return segmentsOf(address).at(-1);
}

/**
 * Returns the first candidate that is not empty after cleaning. If there is none, derives the name from the asset's id. If that fails as
 * well, returns `asset`. `withEnding` corrects the file extension.
 * @param type the type detected from the bytes; if undefined, the file extension is not changed
 */
export function chooseFileName(
  assetId: string,
  candidates: readonly (string | undefined)[],
  type: string | undefined,
): string {
  const names = candidates.map((candidate) => (candidate === undefined ? undefined : cleanFileName(candidate)));
  const chosen = names.find((name) => name !== undefined) ?? cleanFileName(pathOf(assetId)) ?? 'asset';
  return type === undefined ? chosen : (cleanFileName(withEnding(chosen, type)) ?? chosen);
}

const pathOf = (assetId: string) => assetId.replace(/[?#].*$/s, '').replace(/\/+$/, '');

/** Builds a Content-Disposition header whose file name works in old and new browsers (RFC 6266, RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
