import { Readable } from 'node:stream';
import { problem } from '@pimento/contract/problem';
import type { FastifyRequest } from 'fastify';
import {
  type ByteRange,
  ObjectMissingError,
  type ObjectStore,
  PimentoError,
  type Reply,
  type ClientId,
} from '../../platform/index.ts';
import { contentKey } from './content-intake.ts';
import { isPassive } from './content-type-rules.ts';
import { contentDisposition as dispositionOf } from './file-name-rules.ts';
import { judgeRange, matchesEtag } from './range-rules.ts';
import { mayRedirect } from './redirect-rules.ts';

/** A stored file, with the type and name that the response states. */
export interface ServedContent {
  clientId: ClientId;
  sha256: string;
  size: number;
  contentType: string;
  name: string;
  /** Key in the object store, the key of a client's content by default. */
  key?: string;
  /** Maximum lifetime in seconds of the store address to which the caller is redirected. The default is `presignSeconds`. */
  maxSeconds?: number;
}

/** Headers that prevent browsers from guessing the file's type or running the file, and caches from serving the file to other users. */
export const contentGuard = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'",
  'cache-control': 'private, no-cache',
  vary: 'Authorization',
};

/** Returns the value of a request header, or the first value if the header was sent several times. */
const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** The store that contains the files, and whether programs are redirected to it. */
export interface ContentSource {
  store: ObjectStore;
  /** Lifetime in seconds of the store addresses to which programs are redirected. 0 if Pimento sends every file itself. */
  presignSeconds: number;
}

/** Opens a file. @throws PimentoError not-found if the store does not contain it, for example after a restore that skipped damaged files */
async function openContent(store: ObjectStore, key: string, range?: ByteRange): Promise<Readable> {
  try {
    return await store.get(key, range);
  } catch (error) {
    throw error instanceof ObjectMissingError ? new PimentoError(problem('not-found', { kind: 'content' })) : error;
  }
}

/** Returns a redirect to a temporary address of the store, or undefined if Pimento must send the file itself. */
async function redirectTo(
  { store, presignSeconds }: ContentSource,
  { key, contentType, name, maxSeconds = presignSeconds }: ServedContent & { key: string },
  request: Pick<FastifyRequest, 'method' | 'headers'>,
): Promise<Reply | undefined> {
  const seconds = Math.min(presignSeconds, maxSeconds);
  if (seconds < 1 || !store.addressOf || !mayRedirect(contentType, request)) return undefined;
  const contentDisposition = dispositionOf('attachment', name);
  const location = await store.addressOf(key, { seconds, contentType, contentDisposition });
  return { status: 307, headers: { ...contentGuard, 'cache-control': 'private, no-store', location } };
}

/**
 * Creates the response with a file, a range of it, 304 Not Modified, or a redirect to the store.
 * @throws PimentoError range-not-satisfiable, not-found; errors of the store
 */
export async function replyContent(
  source: ContentSource,
  content: ServedContent,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
): Promise<Reply> {
  const { clientId, sha256, size, contentType, name } = content;
  const key = content.key ?? contentKey(clientId, sha256);
  const etag = `"${sha256}"`;
  const headers = {
    ...contentGuard,
    etag,
    'accept-ranges': 'bytes',
    'content-type': contentType,
    'content-disposition': dispositionOf(isPassive(contentType) ? 'inline' : 'attachment', name),
  };
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    return { status: 304, headers: { ...headers, 'content-length': String(size) } };
  }
  const ifRange = one(request.headers['if-range']);
  const asked = ifRange === undefined || ifRange.trim() === etag ? request.headers.range : undefined;
  const verdict = judgeRange(asked, size);
  if (verdict === 'unsatisfiable') {
    const refusal = problem('range-not-satisfiable', { bytes: size });
    throw new PimentoError(refusal, {}, { 'content-range': `bytes */${size}`, etag });
  }
  const redirect = await redirectTo(source, { ...content, key }, request);
  if (redirect) return redirect;
  // HEAD needs a body as well. The framework does not send the body, but would drop the headers if there were none.
  const open = async (range?: ByteRange) =>
    request.method === 'HEAD' ? Readable.from([]) : openContent(source.store, key, range);
  if (verdict === 'whole') {
    return { status: 200, body: await open(), headers: { ...headers, 'content-length': String(size) } };
  }
  const { start, end } = verdict.range;
  return {
    status: 206,
    body: await open(verdict.range),
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
    },
  };
}
