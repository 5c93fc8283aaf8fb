const longest = 200;

/**
 * Returns a file name that is safe to show and to save: removes folders, control characters and bidirectional control characters (with
 * which `gpj.exe` is displayed as `exe.jpg`). Undefined if nothing is left.
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

/** Returns the unmodified file name of a Content-Disposition header (RFC 6266: `filename*` takes precedence over `filename`). */
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

/** Returns the last segment of a URL's path, without the query string. */
export function nameInPath(address: string): string | undefined {
  const path = URL.parse(address.trim())?.pathname ?? '';
  const last = path.split('/').at(-1) ?? '';
  return percentDecoded(last) ?? last;
}

/** Returns the first candidate that is a valid name, or a name derived from the asset's id. */
export function chooseFileName(assetId: string, candidates: readonly (string | undefined)[]): string {
  for (const candidate of candidates) {
    const name = candidate === undefined ? undefined : cleanFileName(candidate);
    if (name !== undefined) return name;
  }
  return cleanFileName(assetId.replace(/[?#].*$/s, '').replace(/\/+$/, '')) ?? 'asset';
}

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
