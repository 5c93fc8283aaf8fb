import type { Dispatcher } from 'undici';
import type { BufferPool, Clock, ObjectStore } from '../../platform/index.ts';
import type { Arrival } from '../records/asset-types.ts';
import { inspectContent } from '../content/content-inspection.ts';
import { ContentTooLargeError, storeBytes, storeContent, type StoredContent } from '../content/content-intake.ts';
import { type AnnouncedFile, fileBytes, isEncoded, readWhole } from './download-body.ts';
import { DownloadError } from './download-error.ts';
import { watchDownload } from './download-pace.ts';
import { type DownloadAnswer, requestFile } from './download-request.ts';
import { failureOf, readContentLength, readValidator } from './download-rules.ts';
import type { ClaimedDownload } from './download-store.ts';
import { chooseFileName, fileInPath, nameInDisposition, nameInPath } from '../content/file-name-rules.ts';
import { openWholeFile } from '../content/whole-file.ts';

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
  // The requested URL is preferred, because users know it. The URL after redirects is used only if the requested URL contains no file
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
    etag: readValidator(headers.get('etag')),
    lastModified: readValidator(headers.get('last-modified')),
  };
}

/** Allocates memory for a file of an announced size. @returns undefined if not enough memory is free */
function openAnnounced(buffers: BufferPool, expected: number): AnnouncedFile | undefined {
  const file = openWholeFile(buffers, expected);
  return file && { file, expected };
}

async function takeFile(
  deps: DownloadDeps,
  claim: ClaimedDownload,
  answer: FileAnswer,
  onReceived: () => void,
): Promise<Arrival> {
  const { headers, body } = answer;
  const { store, buffers, maxBytes } = deps;
  const expected = readContentLength(headers.get('content-length'));
  if ((expected ?? 0) > maxBytes) {
    body.on('error', () => undefined).destroy();
    throw tooLarge(maxBytes);
  }
  const encoding = headers.get('content-encoding');
  const whole = expected === undefined || isEncoded(encoding) ? undefined : openAnnounced(buffers, expected);

  using pace = watchDownload(body, answer.url.host);
  const onBytes = (count: number) => {
    pace.add(count);
  };
  async function receiveWhole(whole: AnnouncedFile): Promise<StoredContent> {
    await readWhole(body, whole, onBytes);
    onReceived();
    return storeBytes(store, claim.clientId, whole.file.bytes());
  }
  try {
    const content = whole
      ? await receiveWhole(whole)
      : await storeContent(store, claim.clientId, fileBytes(body, encoding, expected, onBytes), maxBytes, onReceived);
    return await describeArrival(claim, answer, content);
  } finally {
    whole?.file.drop();
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
    // Closes the connection if the body was not read to its end. Otherwise this has no effect.
    ending.abort();
  }
}
