import { Readable } from 'node:stream';
import * as contract from '@pimento/contract';
import { type ByteRange, clientRoute, ObjectMissing, PimentoError, type Reply, type Route } from '../platform/index.ts';
import { getAssetRow } from './asset-service.ts';
import type { AssetRow } from './asset-types.ts';
import { contentKey } from './content-intake.ts';
import { isPassive } from './content-type-rules.ts';
import { contentDisposition } from './file-name-rules.ts';
import { chooseThumbnail, makeThumbnails, type PreviewDeps, thumbnailKey } from './preview-service.ts';
import { judgeRange, matchesEtag } from './range-rules.ts';

/** What a browser must not do with somebody's file: guess its type, run it, keep it where others find it. */
const guard = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'",
  'cache-control': 'private, no-cache',
  vary: 'Authorization',
};

function contentOf(row: AssetRow): { sha256: string; size: number; contentType: string } {
  const { sha256, size, contentType, status } = row;
  if (sha256 !== null && size !== null) return { sha256, size, contentType: contentType ?? 'application/octet-stream' };
  throw new PimentoError('not-possible-now', `This asset has no content yet: it is ${status}.`, {
    assetStatus: status,
  });
}

/** One header of a request; the first where it was sent several times. */
const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

export function contentRoutes(deps: PreviewDeps): Route[] {
  const { database, store } = deps;
  /** Pictures that requests wait for, so that each is made once. */
  const making = new Map<string, Promise<void>>();

  async function open(key: string, isWanted: boolean, range?: ByteRange): Promise<Readable> {
    // The answer to HEAD keeps its headers only where there is a body to leave out.
    return isWanted ? store.get(key, range) : Readable.from([]);
  }

  function makeOnce(clientId: string, sha256: string, size: number): Promise<void> {
    const key = contentKey(clientId, sha256);
    const made = making.get(key) ?? makeThumbnails(deps, { clientId, sha256, size }).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  return [
    clientRoute(contract.getAssetContent, async ({ caller: { clientId }, params, request }): Promise<Reply> => {
      const row = await getAssetRow(database, clientId, params.assetId);
      const { sha256, size, contentType } = contentOf(row);
      const etag = `"${sha256}"`;
      const headers = {
        ...guard,
        etag,
        'accept-ranges': 'bytes',
        'content-type': contentType,
        'content-disposition': contentDisposition(isPassive(contentType) ? 'inline' : 'attachment', row.name),
      };
      if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, headers };
      const ifRange = one(request.headers['if-range']);
      const asked = ifRange === undefined || ifRange.trim() === etag ? request.headers.range : undefined;
      const verdict = judgeRange(asked, size);
      if (verdict === 'unsatisfiable') {
        const detail = `The content has ${size} bytes; none of them is in the range.`;
        throw new PimentoError('range-not-satisfiable', detail, {}, { 'content-range': `bytes */${size}`, etag });
      }
      const isWanted = request.method !== 'HEAD';
      const key = contentKey(clientId, sha256);
      if (verdict === 'whole') {
        return {
          status: 200,
          body: await open(key, isWanted),
          headers: { ...headers, 'content-length': String(size) },
        };
      }
      const { start, end } = verdict.range;
      return {
        status: 206,
        body: await open(key, isWanted, verdict.range),
        headers: {
          ...headers,
          'content-range': `bytes ${start}-${end}/${size}`,
          'content-length': String(end - start + 1),
        },
      };
    }),
    clientRoute(
      contract.getAssetThumbnail,
      async ({ caller: { clientId }, params, query, request }): Promise<Reply> => {
        const row = await getAssetRow(database, clientId, params.assetId);
        const none = new PimentoError('not-found', 'There is no thumbnail of this asset.');
        if (row.sha256 === null || row.size === null) throw none;
        if (row.preview === 'due') await makeOnce(clientId, row.sha256, row.size);
        else if (row.preview !== 'made') throw none;
        const size = chooseThumbnail(query.size);
        const etag = `"${row.sha256}-${size}"`;
        const headers = { ...guard, etag, 'content-type': 'image/webp' };
        if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, headers };
        const key = thumbnailKey(clientId, row.sha256, size);
        const info = await store.head(key);
        if (!info) throw none;
        const length = { 'content-length': String(info.size) };
        try {
          return { status: 200, body: await open(key, request.method !== 'HEAD'), headers: { ...headers, ...length } };
        } catch (error) {
          throw error instanceof ObjectMissing ? none : error;
        }
      },
    ),
  ];
}
