const mediaType = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/;

/** The type that senders use for "unknown". */
const vague = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-binary',
  'application/unknown',
]);

/** Type and subtype of a Content-Type, in lower case; undefined if it is missing or means "unknown". */
function readMediaType(header: string | undefined): string | undefined {
  const type = mediaType.exec(header ?? '')?.[1]?.toLowerCase();
  return type === undefined || vague.has(type) ? undefined : type;
}

/** What is known about the type of a file. */
export interface TypeEvidence {
  /** As the caller stated it for this file. */
  stated: string | undefined;
  /** By magic bytes. */
  magic: string | undefined;
  /** By the first characters of a text. */
  text: string | undefined;
  /** By the By the Content-Type of a part or an answer. */
  header: string | undefined;
}

const markup = new Set(['text/html', 'image/svg+xml', 'application/xml', 'text/xml', 'application/xhtml+xml']);
/** A ZIP or XML may be one of many formats that its header states more exactly. */
const containers = new Set([
  'application/zip',
  'application/xml',
  'application/x-cfb',
  'text/plain',
  'application/json',
]);

/** The type that a file is stored and served with. A definite result from the bytes comes before headers. */
export function decideType({ stated, magic, text, header }: TypeEvidence): string {
  if (stated !== undefined) return stated;
  const seen = magic ?? text;
  const said = readMediaType(header);
  if (seen === undefined) return said ?? 'application/octet-stream';
  const saysMore =
    said !== undefined &&
    containers.has(seen) &&
    said !== 'text/plain' &&
    !said.startsWith('image/') &&
    !markup.has(said);
  return saysMore ? said : seen;
}

/** True if a page arrived instead of a file: its bytes are HTML, or its header states HTML and its bytes show nothing else. */
export function isPage({ magic, text, header }: TypeEvidence): boolean {
  if (magic !== undefined && magic !== 'application/xml') return false;
  if (text === 'text/html') return true;
  const said = readMediaType(header);
  return (said === 'text/html' || said === 'application/xhtml+xml') && (text === undefined || text === 'text/plain');
}

/** Types that a browser shows without running anything in them. All others are served as downloads. */
const passive =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain|application\/json)$/;

export function isPassive(contentType: string): boolean {
  return passive.test(contentType);
}

/** Images that thumbnails are made of, if the decoder supports them. */
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
