import type { FoundFeed } from '../feed-types.ts';
import { FileError } from '../source/file-error.ts';
import { detectEncoding, type Encoding } from '../text/encoding.ts';

/** Returns true if a text begins like XML, in contrast to a table whose first cell begins with an angle bracket. */
export const beginsLikeXml = (text: string): boolean =>
  /^\s*<(?:\?xml[\s-]|!--|!DOCTYPE\s|[A-Za-z_][\w.:-]*[\s/>])/.test(text);

const encodingNames: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
]);

/**
 * Returns the encoding of an XML file. Uses a byte order mark or zero bytes, otherwise the declared encoding, otherwise UTF-8.
 * @param text the beginning, decoded in any way that keeps ASCII
 * @throws FileError encoding-wrong if the declared encoding is not supported
 */
export function xmlEncoding(bytes: Uint8Array, text: string): { encoding: Encoding; reason: string } {
  const found = detectEncoding(bytes);
  if (found.reason.startsWith('byte order mark') || found.encoding.startsWith('utf-16')) return found;
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
  if (declared === undefined) return { encoding: 'utf-8', reason: 'XML without a declared encoding' };
  const encoding = encodingNames.get(declared.toLowerCase());
  if (encoding === undefined)
    throw new FileError('encoding-wrong', `The file is declared as ${declared}. Save it in UTF-8.`);
  return { encoding, reason: `declared as ${declared}` };
}

/**
 * Returns the offset of the root element, after processing instructions, comments and a document type. Takes linear time, because it
 * searches for the end of each part only once.
 */
function prologEnd(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    const end = text.startsWith('<?', at)
      ? text.indexOf('?>', at) + 2
      : text.startsWith('<!--', at)
        ? text.indexOf('-->', at) + 3
        : text.startsWith('<!DOCTYPE', at)
          ? doctypeEnd(text, at)
          : at;
    if (end <= at) return at;
    at = end;
  }
}

function doctypeEnd(text: string, start: number): number {
  const end = text.indexOf('>', start);
  const own = text.indexOf('[', start);
  return (own >= 0 && own < end ? text.indexOf('>', text.indexOf(']', own)) : end) + 1;
}

/** Returns the name of the root element, and the text that begins with it. */
function findRoot(text: string): { name: string; rest: string } | undefined {
  const rest = text.slice(prologEnd(text));
  const name = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1];
  return name === undefined ? undefined : { name, rest };
}

const isGoogle = (text: string): boolean => /base\.google\.com\/(?:ns|cns)\/1\.0/.test(text);

/**
 * Recognises a feed by the root element of an XML file.
 * @throws FileError format-unknown
 */
export function findXmlFeed(text: string): FoundFeed {
  const root = findRoot(text);
  const reason = `the root element is <${root?.name}>`;
  if (root !== undefined) {
    const { name, rest } = root;
    if (/^BMECAT$/i.test(name)) return { feed: 'bmecat', reason };
    if (/^catalogueItemNotification(Message)?$/.test(name)) return { feed: 'gdsn', reason };
    if (name === 'StandardBusinessDocument' && rest.includes('catalogueItemNotification'))
      return { feed: 'gdsn', reason: `${reason} with a catalogueItemNotification` };
    if ((name === 'rss' || name === 'feed' || name === 'RDF') && isGoogle(rest))
      return { feed: 'google-xml', reason: `${reason} with the attributes of Google Merchant` };
  }
  const shown = root === undefined ? 'It has no root element' : `Its root element is <${root.name}>`;
  throw new FileError(
    'format-unknown',
    `The XML file is not a known feed. ${shown}; known are <rss> and <feed> of Google Merchant, <BMECAT> and catalogueItemNotification of GDSN.`,
  );
}
