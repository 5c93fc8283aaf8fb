import type { Dispatcher } from 'undici';
import {
  cleanFileName,
  fileBytes,
  nameInDisposition,
  nameInPath,
  readContentLength,
  readValidator,
  requestFile,
  watchDownload,
} from '../../assets/index.ts';
import type { Clock } from '../../platform/index.ts';
import type { AddressSettings } from './source-types.ts';

/** A file that is being received. For a file at an address, `bytes` fails with a DownloadError or an error of the HTTP connection. */
export interface ArrivingFile {
  name: string;
  /** Announced size in bytes. Null if unknown. */
  size: number | null;
  bytes: AsyncIterable<Uint8Array>;
  etag: string | null;
  lastModified: string | null;
}

export interface AddressAsk {
  from: AddressSettings;
  /** Password or token. Undefined without credentials. */
  secret: string | undefined;
  /** HTTP validators of the last received file. */
  known: { etag: string | null; lastModified: string | null };
  signal: AbortSignal;
}

const shownName = 255;

function authorizationOf({ auth }: AddressSettings, secret: string | undefined): string | undefined {
  if (auth === null || secret === undefined) return undefined;
  if (auth.kind === 'bearer') return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${auth.user}:${secret}`).toString('base64')}`;
}

/** Yields the decoded bytes of a body, and checks that they arrive fast enough. */
async function* paced(
  body: Parameters<typeof fileBytes>[0],
  answer: { host: string; encoding: string | undefined; expected: number | undefined },
): AsyncGenerator<Uint8Array> {
  using pace = watchDownload(body, answer.host);
  yield* fileBytes(body, answer.encoding, answer.expected, (count) => {
    pace.add(count);
  });
}

/**
 * Requests the file at an address.
 * @returns undefined if the server responds that the file has not changed
 * @throws DownloadError, or errors of the HTTP connection
 */
export async function requestAddress(
  { agent, clock }: { agent: Dispatcher; clock: Clock },
  { from, secret, known, signal }: AddressAsk,
): Promise<ArrivingFile | undefined> {
  const ask = { url: from.url, ...known, signal, authorization: authorizationOf(from, secret) };
  const answer = await requestFile(agent, ask, () => clock.now());
  if (answer.kind === 'unchanged') return undefined;
  const { headers, body, url } = answer;
  const expected = readContentLength(headers.get('content-length'));
  const encoding = headers.get('content-encoding');
  const names = [nameInDisposition(headers.get('content-disposition')), nameInPath(from.url), nameInPath(url.href)];
  const clean = names.map((name) => (name === undefined ? undefined : cleanFileName(name)));
  return {
    name: (clean.find((name) => name !== undefined) ?? url.hostname).slice(0, shownName),
    size: encoding === undefined ? (expected ?? null) : null,
    bytes: paced(body, { host: url.host, encoding, expected }),
    etag: readValidator(headers.get('etag')),
    lastModified: readValidator(headers.get('last-modified')),
  };
}
