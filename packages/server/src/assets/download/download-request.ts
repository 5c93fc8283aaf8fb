import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { DownloadError } from './download-error.ts';
import { failureOfStatus, maxRedirects, readAddress, readRetryAfter } from './download-rules.ts';

/** The response to a download request, after redirects. */
export type DownloadAnswer =
  | { kind: 'unchanged' }
  | { kind: 'file'; url: URL; headers: Map<string, string>; body: Readable };

export interface DownloadAsk {
  url: string;
  /** Validators of the stored content, for a conditional request. Null if nothing is stored or the server sent no validators. */
  etag: string | null;
  lastModified: string | null;
  signal: AbortSignal;
  /** Authorization header, which is sent only to the origin of `url`, not to targets of redirects on other origins. */
  authorization?: string | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);

function headersOf(given: Record<string, string | string[] | undefined>): Map<string, string> {
  const pairs = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const one = Array.isArray(value) ? value[0] : value;
    return one === undefined ? [] : [[name, one]];
  });
  return new Map(pairs);
}

/**
 * Percent-encodes all non-ASCII bytes of a Location header. Headers are decoded as Latin-1, so each character is one byte of the original
 * text (usually UTF-8).
 */
const encodedLocation = (location: string): string =>
  location.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Requests a URL and follows at most five redirects. Each target is checked like the first URL. Sends no cookies or referrer, and
 * credentials only to the first origin.
 * @throws DownloadError, or errors of the HTTP connection
 */
export async function requestFile(agent: Dispatcher, ask: DownloadAsk, now: () => Date): Promise<DownloadAnswer> {
  let url = readAddress(ask.url);
  const first = url.origin;
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'Pimento',
    ...(ask.etag === null ? {} : { 'if-none-match': ask.etag }),
    ...(ask.lastModified === null ? {} : { 'if-modified-since': ask.lastModified }),
  };
  const isConditional = ask.etag !== null || ask.lastModified !== null;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const path = url.pathname + url.search;
    const isFirst = url.origin === first;
    const sent =
      ask.authorization !== undefined && isFirst ? { ...headers, authorization: ask.authorization } : headers;
    const answer = await agent.request({ origin: url.origin, path, method: 'GET', headers: sent, signal: ask.signal });
    const { statusCode: status, body } = answer;
    const given = headersOf(answer.headers);
    if (status === 200 || status === 203) return { kind: 'file', url, headers: given, body };
    // The body is not read. Destroying it closes the HTTP connection, unless all bytes have already arrived.
    body.on('error', () => undefined).destroy();
    if (status === 304 && isConditional) return { kind: 'unchanged' };
    const location = given.get('location');
    if (!redirects.has(status) || location === undefined) {
      throw failureOfStatus(status, url.host, readRetryAfter(given.get('retry-after'), now()));
    }
    url = readAddress(encodedLocation(location), url);
  }
  throw new DownloadError('too-many-redirects', `The address redirects more than ${maxRedirects} times.`, {
    isFinal: true,
  });
}
