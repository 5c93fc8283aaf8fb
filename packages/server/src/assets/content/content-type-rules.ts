const mediaType = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/;

/** Types that senders use for "unknown". */
const vague = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-binary',
  'application/unknown',
]);

/** Returns type and subtype of a Content-Type in lower case. @returns undefined if the header is missing or means "unknown" */
function readMediaType(header: string | undefined): string | undefined {
  const type = mediaType.exec(header ?? '')?.[1]?.toLowerCase();
  return type === undefined || vague.has(type) ? undefined : type;
}

/** Evidence of a file's type, by source. A source without evidence is undefined. */
export interface TypeEvidence {
  /** Type that the request states for this file. */
  stated: string | undefined;
  /** Type detected from magic bytes. */
  magic: string | undefined;
  /** Type detected from the first characters of a text file. */
  text: string | undefined;
  /** Content-Type of the form part or the HTTP response. */
  header: string | undefined;
}

const markup = new Set(['text/html', 'image/svg+xml', 'application/xml', 'text/xml', 'application/xhtml+xml']);
/** Generic formats, such as ZIP and XML, for which the Content-Type header can state a more exact type. */
const containers = new Set([
  'application/zip',
  'application/xml',
  'application/x-cfb',
  'text/plain',
  'application/json',
]);

/**
 * Returns the type with which a file is stored and served. This is the stated type or, without one, the type that the bytes show. The
 * Content-Type header counts only if the bytes show no type, or if they show a container format and the header states a type other than
 * plain text, images and markup. Without any evidence, the type is `application/octet-stream`.
 */
export function decideType({ stated, magic, text, header }: TypeEvidence): string {
  if (stated !== undefined) return stated;
  const seen = magic ?? text;
  const named = readMediaType(header);
  if (seen === undefined) return named ?? 'application/octet-stream';
  const isMoreExact =
    named !== undefined &&
    containers.has(seen) &&
    named !== 'text/plain' &&
    !named.startsWith('image/') &&
    !markup.has(named);
  return isMoreExact ? named : seen;
}

/**
 * Returns true if an HTML page arrived instead of the expected file, because the bytes are HTML, or because the header states HTML and the
 * bytes do not contradict it.
 */
export function isPage({ magic, text, header }: TypeEvidence): boolean {
  if (magic !== undefined && magic !== 'application/xml') return false;
  if (text === 'text/html') return true;
  const named = readMediaType(header);
  return (named === 'text/html' || named === 'application/xhtml+xml') && (text === undefined || text === 'text/plain');
}

/** Types that a browser can display without running scripts. All others are served as downloads. */
const passive =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain|application\/json)$/;

export function isPassive(contentType: string): boolean {
  return passive.test(contentType);
}

/** Image types that get thumbnails if the decoder supports the format. */
const pictures = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
  'image/svg+xml',
]);

export function isPicture(contentType: string): boolean {
  return pictures.has(contentType);
}
