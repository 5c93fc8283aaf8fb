import { Readable } from 'node:stream';
import * as contract from '@pimento/contract';
import {
  clientRoute,
  longRoute,
  ObjectMissingError,
  PimentoError,
  type Reply,
  type Route,
  type ClientId,
} from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { getAssetRow } from './records/asset-service.ts';
import type { AssetRow } from './records/asset-types.ts';
import { contentKey } from './content/content-intake.ts';
import { contentGuard, type ContentSource, replyContent } from './content/content-reply.ts';
import { chooseThumbnail, makeThumbnails, type PreviewDeps, thumbnailKey } from './preview/preview-service.ts';
import { matchesEtag } from './content/range-rules.ts';

function contentOf(row: AssetRow): { sha256: string; size: number; contentType: string } {
  const { sha256, size, contentType, status } = row;
  if (sha256 !== null && size !== null) return { sha256, size, contentType: contentType ?? 'application/octet-stream' };
  throw new PimentoError(problem('not-possible-now', { kind: 'asset-empty', status }), {
    assetStatus: status,
  });
}

export function contentRoutes(deps: PreviewDeps & ContentSource): Route[] {
  const { database, store } = deps;
  /** Thumbnails in progress by content key, so that concurrent requests wait for the same result. */
  const making = new Map<string, Promise<void>>();

  function makeOnce(clientId: ClientId, sha256: string, size: number): Promise<void> {
    const key = contentKey(clientId, sha256);
    const made = making.get(key) ?? makeThumbnails(deps, { clientId, sha256, size }).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  return [
    clientRoute(contract.getAssetContent, async ({ caller: { clientId }, params, request }): Promise<Reply> => {
      const row = await getAssetRow(database, clientId, params.assetId);
      return replyContent(deps, { ...contentOf(row), clientId, name: row.name }, request);
    }),
    longRoute(
      clientRoute(
        contract.getAssetThumbnail,
        async ({ caller: { clientId }, params, query, request }): Promise<Reply> => {
          const row = await getAssetRow(database, clientId, params.assetId);
          const none = new PimentoError(problem('not-found', { kind: 'thumbnail' }));
          if (row.sha256 === null || row.size === null) throw none;
          if (row.preview === 'due') await makeOnce(clientId, row.sha256, row.size);
          else if (row.preview !== 'made') throw none;
          const size = chooseThumbnail(query.size);
          const etag = `"${row.sha256}-${size}"`;
          const headers = { ...contentGuard, etag, 'content-type': 'image/webp' };
          if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, headers };
          const key = thumbnailKey(clientId, row.sha256, size);
          const info = await store.head(key);
          if (!info) throw none;
          const length = { 'content-length': String(info.size) };
          try {
            // HEAD needs a body as well. The framework does not send the body, but would drop the headers if there were none.
            const body = request.method === 'HEAD' ? Readable.from([]) : await store.get(key);
            return { status: 200, body, headers: { ...headers, ...length } };
          } catch (error) {
            throw error instanceof ObjectMissingError ? none : error;
          }
        },
      ),
    ),
  ];
}
