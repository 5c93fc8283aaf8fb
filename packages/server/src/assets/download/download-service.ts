import type { Dispatcher } from 'undici';
import type { BufferPool, Clock, ObjectStore } from '../../platform/index.ts';
import type { Arrival } from '../records/asset-types.ts';
import { inspectContent } from '../content/content-inspection.ts';
import { ContentTooLargeError, storeBytes, storeContent, type StoredContent } from '../content/content-intake.ts';
import { fileBytes, isEncoded, readWhole } from './download-body.ts';
import { DownloadError } from './download-error.ts';
import { watchDownload } from './download-pace.ts';
import { type DownloadAnswer, requestFile } from './download-request.ts';
import { failureOf } from './download-rules.ts';
import type { ClaimedDownload } from './download-store.ts';
import { chooseFileName, fileInPath, nameInDisposition, nameInPath } from '../content/file-name-rules.ts';
import { openWholeFile, type WholeFile } from '../content/whole-file.ts';

export interface DownloadDeps {
  store: ObjectStore;
  /** Memory for files that are received whole. */
  buffers: BufferPool;
  clock: Clock;
  agent: Dispatcher;
  /** Maximum size of one file in bytes. */
  maxBytes: number;
  /** Maximum duration from connecting to the last byte. */
  totalMs: number;
}

export type DownloadOutcome =
  | { kind: 'arrived'; arrival: Arrival }
  | { kind: 'unchanged' }
  | { kind: 'failed'; failure: DownloadError };

const tooLarge = (maxBytes: number) =>
  new DownloadError('too-large', `The file is larger than the limit of ${maxBytes} bytes.`, { isFinal: true });

/**
 * Returns an ETag or a modification time unchanged, to be sent back to the server.
 * @returns null if it is too long or has invalid characters
 */
function validator(text: string | undefined): string | null {
  return text !== undefined && text.length <= 1_000 && /^[\x20-\x7e]+$/.test(text) ? text : null;
}

type FileAnswer = Extract<DownloadAnswer, { kind: 'file' }>;

async function describeArrival(claim: ClaimedDownload, answer: FileAnswer, content: StoredContent): Promise<Arrival> {
  const { headers, url } = answer;
  const { byteType, ...inspection } = await inspectContent(content, { header: headers.get('content-type') });
  content.dropHead();
  if (inspection.isPage) {
    throw new DownloadError('not-an-asset', `${url.host} answered with a page (HTML) instead of a file.`, {
      isFinal: true,
    });
  }
  if (content.size === 0) throw new DownloadError('empty', `${url.host} answered with an empty file.`);
  // The requested URL is preferred, because people know it. The URL after redirects is used only if the requested URL contains no file
  // name.
  const names = [
    nameInDisposition(headers.get('content-disposition')),
    ...[claim.url, url.href].map(fileInPath),
    ...[claim.url, url.href].map(nameInPath),
  ];
  return {
    ...inspection,
    clientId: claim.clientId,
    assetId: claim.assetId,
    keyId: null,
    sha256: content.sha256,
    size: content.size,
    makeDurable: content.makeDurable,
    name: chooseFileName(claim.assetId, names, byteType),
    origin: 'download',
    etag: validator(headers.get('etag')),
    lastModified: validator(headers.get('last-modified')),
  };
}

async function takeFile(
  deps: DownloadDeps,
  claim: ClaimedDownload,
  answer: FileAnswer,
  onReceived: () => void,
): Promise<Arrival> {
  const { headers, body } = answer;
  const { store, buffers, maxBytes } = deps;
  const length = headers.get('content-length');
  const expected = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  if ((expected ?? 0) > maxBytes) {
    body.on('error', () => undefined).destroy();
    throw tooLarge(maxBytes);
  }
  const encoding = headers.get('content-encoding');
  const whole = expected === undefined || isEncoded(encoding) ? undefined : openWholeFile(buffers, expected);

  using pace = watchDownload(body, answer.url.host);
  async function receiveWhole(whole: WholeFile): Promise<StoredContent> {
    await readWhole(body, whole, expected, (count) => {
      pace.add(count);
    });
    onReceived();
    return storeBytes(store, claim.clientId, whole.bytes());
  }
  try {
    const content = whole
      ? await receiveWhole(whole)
      : await storeContent(
          store,
          claim.clientId,
          fileBytes(body, encoding, expected, (count) => {
            pace.add(count);
          }),
          maxBytes,
          onReceived,
        );
    return await describeArrival(claim, answer, content);
  } finally {
    whole?.drop();
  }
}

/**
 * Downloads one file into the store. Failures of the remote server are returned as outcomes. Failures of the store are thrown.
 * @param stop aborts the download when the process is stopping; the reason of the abort is then thrown
 * @param onReceived called when the last byte has been received, while the file is still being stored
 */
export async function download(
  deps: DownloadDeps,
  claim: ClaimedDownload,
  stop: AbortSignal,
  onReceived: () => void,
): Promise<DownloadOutcome> {
  const host = claim.host === '-' ? 'The address' : claim.host;
  // Send validators only if the content is stored.
  const known = claim.sha256 === null ? { etag: null, lastModified: null } : claim;
  const ending = new AbortController();
  const end = () => ending.abort(stop.reason);
  stop.addEventListener('abort', end);
  const timer = setTimeout(() => ending.abort(new DOMException('The time is over.', 'TimeoutError')), deps.totalMs);
  try {
    stop.throwIfAborted();
    const ask = { url: claim.url, etag: known.etag, lastModified: known.lastModified, signal: ending.signal };
    const answer = await requestFile(deps.agent, ask, () => deps.clock.now());
    if (answer.kind === 'unchanged') return answer;
    return { kind: 'arrived', arrival: await takeFile(deps, claim, answer, onReceived) };
  } catch (error) {
    stop.throwIfAborted();
    const failure = error instanceof ContentTooLargeError ? tooLarge(deps.maxBytes) : failureOf(error, host);
    if (!failure) throw error;
    return { kind: 'failed', failure };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
