import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { DownloadFailure } from './download-failure.ts';
import { failureOfStatus, mostRedirects, readAddress, readRetryAfter } from './download-rules.ts';

/** What an address answered in the end. */
export type DownloadAnswer =
  | { kind: 'unchanged' }
  | { kind: 'file'; url: URL; headers: Map<string, string>; body: Readable };

export interface DownloadAsk {
  url: string;
  /** Of the content that is there already: only something newer is asked for. */
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
 * Asks an address and follows at most five redirects, each judged like the first address. Nothing about the caller is sent along: no
 * credentials, no cookies, no referrer.
 * @throws DownloadFailure, or what the connection threw
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
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const path = url.pathname + url.search;
    const answer = await agent.request({ origin: url.origin, path, method: 'GET', headers, signal: ask.signal });
    const { statusCode: status, body } = answer;
    const given = headersOf(answer.headers);
    if (status === 200 || status === 203) return { kind: 'file', url, headers: given, body };
    // Nobody reads these bytes; the connection goes with them, unless they are all there.
    body.on('error', () => undefined).destroy();
    if (status === 304 && isConditional) return { kind: 'unchanged' };
    const location = given.get('location');
    if (!redirects.has(status) || location === undefined) {
      throw failureOfStatus(status, url.host, readRetryAfter(given.get('retry-after'), now()));
    }
    url = readAddress(location, url);
  }
  throw new DownloadFailure('too-many-redirects', `The address leads on more than ${mostRedirects} times.`, {
    isFinal: true,
  });
}
