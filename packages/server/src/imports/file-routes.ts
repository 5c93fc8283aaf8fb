import {
  deleteImportFile,
  getImportErrorFile,
  getImportFile,
  importFile,
  listImportFiles,
  previewImportFile,
  uploadImportFile,
} from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  clientRoute,
  longRoute,
  pageOf,
  parseUuidCursor,
  PimentoError,
  requireContentEncoding,
  type Route,
  unknownCursor,
  untilAborted,
} from '../platform/index.ts';
import {
  type FileServiceDeps,
  getFile,
  importerOf,
  openErrorFile,
  previewFile,
  removeFile,
  startFileImport,
  uploadFile,
} from './file-service.ts';
import { findFile, listFiles } from './files/file-views.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Accepted content encodings. The body is stored as it arrives, because compression is detected from the content when the file is read. */
const acceptedEncodings = ['gzip', 'zstd'];

/** @throws PimentoError unsupported-encoding */
function requireAcceptedEncoding(header: string | undefined): void {
  const encoding = requireContentEncoding(header);
  if (encoding !== null && !acceptedEncodings.includes(encoding))
    throw new PimentoError(problem('unsupported-encoding', { encoding, accepted: acceptedEncodings }));
}

const disposition = (name: string) =>
  `attachment; filename="${name.replaceAll(/[^\w .()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;

export function fileRoutes(deps: FileServiceDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(uploadImportFile, async ({ query, caller, request, pace }) => {
      requireAcceptedEncoding(request.headers['content-encoding']);
      const length = request.headers['content-length'];
      const body = untilAborted(request.raw.iterator({ destroyOnReturn: false }), pace);
      const facts = { name: query.name, bytes: length === undefined ? null : Number(length) };
      return { status: 201, body: await uploadFile(deps, caller, facts, body) };
    }),
    clientRoute(listImportFiles, async ({ query, caller }) => {
      const after = parseUuidCursor(query.startingAfter, 'next');
      const found = await listFiles(database, caller.clientId, { after, limit: query.limit + 1 });
      if (after !== null && found.length === 0 && !(await findFile(database, caller.clientId, after)))
        throw unknownCursor('next');
      const { rows: files, hasMore } = pageOf(found, query.limit);
      return { status: 200, body: { files, hasMore, next: hasMore ? (files.at(-1)?.fileId ?? null) : null } };
    }),
    clientRoute(getImportFile, async ({ params, caller }) => ({
      status: 200,
      body: await getFile(database, caller.clientId, params.fileId),
    })),
    clientRoute(deleteImportFile, async ({ params, caller }) => {
      await removeFile(deps, caller.clientId, params.fileId);
      return { status: 204 };
    }),
    longRoute(
      clientRoute(previewImportFile, async ({ params, query, body, caller }) => ({
        status: 200,
        body: await previewFile(deps, caller.clientId, params.fileId, { options: body, rows: query.rows }),
      })),
    ),
    longRoute(
      clientRoute(importFile, async ({ params, query, body, caller }) => {
        const jobRef = await startFileImport(deps, importerOf(caller), params.fileId, { options: body, query });
        return { status: 202, body: { jobRef, status: 'Importing' } };
      }),
    ),
    longRoute(
      clientRoute(getImportErrorFile, async ({ params, caller }) => {
        const { name, isWorkbook, content } = await openErrorFile(deps, caller.clientId, params.jobRef);
        const headers = {
          'content-type': isWorkbook ? workbookType : 'text/csv; charset=utf-8',
          'content-disposition': disposition(name),
          'cache-control': 'private, no-store',
        };
        return { status: 200, body: content, headers };
      }),
    ),
  ];
}
