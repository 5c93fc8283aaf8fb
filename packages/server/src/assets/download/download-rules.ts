import { DecodingError, StoreUnavailableError } from '../../platform/index.ts';
import { isAddressList } from '../references/list-text-rules.ts';
import { DownloadError } from './download-error.ts';

export const maxTries = 5;
export const maxRedirects = 5;
const longestWaitMs = 24 * 3_600_000;

/**
 * Returns the delay until the next try in milliseconds.
 * @param tries number of tries so far
 * @param waits delay in milliseconds after the first, second, … failure
 * @param random from 0 to 1; spreads the next tries of downloads that failed together
 * @returns undefined if the failure is final or no tries are left
 */
export function nextTryIn(
  failure: DownloadError,
  tries: number,
  waits: readonly number[],
  random: number,
): number | undefined {
  if (failure.isFinal || tries >= maxTries) return undefined;
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 0;
  return Math.min(longestWaitMs, Math.max(failure.retryAfterMs ?? 0, wait * (0.8 + 0.4 * random)));
}

/** Converts a Retry-After header (seconds or a date) to milliseconds. @returns undefined if it is missing or invalid */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/**
 * Returns an ETag or a modification time unchanged, to be sent back to the server.
 * @returns null if it is missing, too long, or has characters that a header must not contain
 */
export const readValidator = (header: string | undefined): string | null =>
  header !== undefined && header.length <= 1_000 && /^[\x20-\x7e]+$/.test(header) ? header : null;

/** Converts a Content-Length header to bytes. @returns undefined if it is missing or invalid */
export const readContentLength = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

/** Parses and checks the URL of a download. @throws DownloadError if the URL is not allowed */
export function readAddress(text: string, base?: URL): URL {
  if (base === undefined && isAddressList(text)) {
    throw new DownloadError('several-urls', 'The value contains several addresses.', { isFinal: true });
  }
  const url = URL.parse(text.trim(), base?.href);
  if (!url) throw new DownloadError('invalid-url', 'The address cannot be read.', { isFinal: true });
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new DownloadError('forbidden-scheme', `Only http and https are supported, not ${url.protocol}`, {
      isFinal: true,
    });
  }
  if (url.username !== '' || url.password !== '') {
    const message = 'The address contains a user name or password; none is ever sent.';
    throw new DownloadError('credentials-in-url', message, { isFinal: true });
  }
  return url;
}

const notDownloaded = (host: string, code: string, sentence: string) =>
  new DownloadError(code, `The download from ${host} failed: ${sentence}.`);

const worthAnotherTry = new Set([408, 421, 425, 429]);

/** Maps the status of a response without a file to a download failure. */
export function failureOfStatus(status: number, host: string, retryAfterMs: number | undefined): DownloadError {
  const isFinal = status < 500 && !worthAnotherTry.has(status);
  return new DownloadError(`http-${status}`, `${host} answered with status ${status}.`, { isFinal, retryAfterMs });
}

const unknownName = ['unknown-host', 'its name could not be resolved to a public address'] as const;

/** Creates the failure for a host name that cannot be resolved. */
export const unknownHost = (host: string): DownloadError => notDownloaded(host, ...unknownName);

const causes: [pattern: RegExp, code: string, sentence: string][] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/, ...unknownName],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES)/, 'unreachable', 'no connection could be made'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ABORT_ERR|23)$/, 'timeout', 'it took too long'],
  [
    /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE)/,
    'connection-lost',
    'the connection broke off',
  ],
  [
    /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/,
    'certificate',
    'its certificate or TLS could not be trusted',
  ],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RESPONSE)/, 'invalid-answer', 'its answer is not HTTP'],
];

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const nested = error instanceof AggregateError ? (error.errors as unknown[]) : []; // `errors` is declared as any[]
  const own = 'code' in error ? [String(error.code)] : [];
  return [
    ...own,
    ...(error.name === 'TimeoutError' ? ['ETIMEDOUT'] : []),
    // the parser does not always report the exact error code, so add the code's prefix
    ...(error.name === 'HTTPParserError' ? ['HPE_'] : []),
    ...[error.cause, ...nested].flatMap(codesOf),
  ];
}

function failureOfDecoding({ fault }: DecodingError, host: string): DownloadError {
  if (fault.kind === 'broken') {
    const message = `The download from ${host} failed: its content could not be decompressed (${fault.reason}).`;
    return new DownloadError('invalid-encoding', message);
  }
  const message = `The content expands from ${fault.bytes} bytes to more than ${fault.decodedBytes}.`;
  return new DownloadError('bomb', message, { isFinal: true });
}

/** Maps a request error to a download failure. @returns undefined if the remote server did not cause the error */
export function failureOf(error: unknown, host: string): DownloadError | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DownloadError) return one;
    if (one instanceof DecodingError) return failureOfDecoding(one, host);
  }
  // an unreachable object store fails with the same codes as an unreachable host
  if (error instanceof StoreUnavailableError) return undefined;
  const codes = codesOf(error);
  for (const [pattern, code, sentence] of causes) {
    if (codes.some((one) => pattern.test(one))) return notDownloaded(host, code, sentence);
  }
  return undefined;
}
