import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { FastifyRequest } from 'fastify';
import type { AssetFeature } from '../assets/index.ts';
import {
  clientIdOf,
  type ClientId,
  type Clock,
  type Database,
  isUuid,
  openRoute,
  operatorRoute,
  ownerRoute,
  PimentoError,
  type Route,
  type SecretBox,
} from '../platform/index.ts';
import { archiveLink, archiveObjectKey, judgeArchiveLink } from './archive/archive-link-rules.ts';
import { createArchive, getArchives, requireClient } from './archive/client-archive-service.ts';
import type { ArchiveRow } from './archive/client-archive-types.ts';
import { findArchive } from './archive/client-archive-views.ts';

export interface ArchiveRouteDeps {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** Public URL of Pimento. If it is undefined, the URL of the request is used. */
  baseUrl: string | undefined;
  serve: AssetFeature['serve'];
  /** Called after an archive was requested. */
  onRequested: () => void;
}

const isoOrNull = (time: Date | null) => time?.toISOString() ?? null;

function archiveView(deps: ArchiveRouteDeps, request: FastifyRequest, row: ArchiveRow): contract.ClientArchive {
  const { clientId, archiveId, status, size, sha256 } = row;
  const now = deps.clock.now();
  const isKept = status === 'Ready' && row.expiresAt !== null && row.expiresAt > now;
  const baseUrl = deps.baseUrl ?? `${request.protocol}://${request.host}`;
  return {
    archiveId,
    clientId,
    status: status === 'Ready' && !isKept ? 'Expired' : status,
    created: row.createdAt.toISOString(),
    snapshot: isoOrNull(row.snapshotAt),
    finished: isoOrNull(row.finishedAt),
    expires: status === 'Failed' ? null : isoOrNull(row.expiresAt),
    size,
    sha256,
    rows: row.rowCount,
    files: row.fileCount,
    download: isKept ? archiveLink({ secretBox: deps.secretBox, baseUrl, now }, row) : null,
  };
}

function fileRoute(deps: ArchiveRouteDeps): Route {
  const { database, clock } = deps;
  return openRoute(contract.getArchiveFile, async ({ params, query, request }) => {
    const { client, archive: archiveId, expires, signature } = query;
    const clientId = clientIdOf(client);
    const refusal = judgeArchiveLink({ ...deps, now: clock.now() }, { clientId, archiveId, expires }, signature);
    if (refusal) throw new PimentoError(refusal);
    await requireClient(database, clientId);
    const archive = isUuid(archiveId) ? await findArchive(database, { clientId, archiveId }) : undefined;
    const isKept = archive?.status === 'Ready' && archive.expiresAt !== null && archive.expiresAt > clock.now();
    if (!isKept || archive.sha256 === null || archive.size === null)
      throw new PimentoError(problem('not-found', { kind: 'archive-gone' }));
    const { sha256, size } = archive;
    const key = archiveObjectKey(archive);
    // a store address to which this request is redirected must not outlive the link
    const maxSeconds = Math.floor(expires - clock.now().getTime() / 1000);
    const content = { clientId, sha256, size, contentType: 'application/gzip', name: params.name, key, maxSeconds };
    return deps.serve(content, request);
  });
}

/**
 * Creates the routes with which operators and owners request and list archives, and the route that downloads an archive by a signed URL.
 */
export function clientArchiveRoutes(deps: ArchiveRouteDeps): Route[] {
  const { database } = deps;
  const create = async (clientId: ClientId, actor: string, request: FastifyRequest) => {
    const archive = await createArchive(deps, { clientId, actor });
    deps.onRequested();
    return { status: 202, body: archiveView(deps, request, archive) };
  };
  const list = async (clientId: ClientId, request: FastifyRequest) => {
    const archives = await getArchives(database, clientId);
    return { status: 200, body: { archives: archives.map((row) => archiveView(deps, request, row)) } };
  };
  return [
    operatorRoute(contract.createClientArchive, ({ caller, params, request }) =>
      create(params.clientId, caller.actor, request),
    ),
    operatorRoute(contract.listClientArchives, ({ params, request }) => list(params.clientId, request)),
    ownerRoute(contract.createArchive, ({ caller, request }) => create(caller.clientId, caller.actor, request)),
    ownerRoute(contract.listArchives, ({ caller, request }) => list(caller.clientId, request)),
    fileRoute(deps),
  ];
}
