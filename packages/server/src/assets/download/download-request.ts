import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { DownloadError } from './download-error.ts';
import { failureOfStatus, maxRedirects, readAddress, readRetryAfter } from './download-rules.ts';

/** The answer of an address, after redirects. */
export type DownloadAnswer =
  | { kind: 'unchanged' }
  | { kind: 'file'; url: URL; headers: Map<string, string>; body: Readable };

export interface DownloadAsk {
  url: string;
  /** Validators of the stored content: only newer content is requested. */
  etag: string | null;
  lastModified: string | null;
  signal: AbortSignal;
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
 * Requests an address and follows at most five redirects, each checked like the first address. Nothing about the caller is sent: no
 * credentials, no cookies, no referrer.
 * @throws DownloadError, or errors of the connection
 */
export async function requestFile(agent: Dispatcher, ask: DownloadAsk, now: () => Date): Promise<DownloadAnswer> {
  let url = readAddress(ask.url);
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
    const answer = await agent.request({ origin: url.origin, path, method: 'GET', headers, signal: ask.signal });
    const { statusCode: status, body } = answer;
    const given = headersOf(answer.headers);
    if (status === 200 || status === 203) return { kind: 'file', url, headers: given, body };
    // These bytes are not read; the connection is closed with them, unless all have arrived.
    body.on('error', () => undefined).destroy();
    if (status === 304 && isConditional) return { kind: 'unchanged' };
    const location = given.get('location');
    if (!redirects.has(status) || location === undefined) {
      throw failureOfStatus(status, url.host, readRetryAfter(given.get('retry-after'), now()));
    }
    url = readAddress(location, url);
  }
  throw new DownloadError('too-many-redirects', `The address leads on more than ${maxRedirects} times.`, {
    isFinal: true,
  });
}
