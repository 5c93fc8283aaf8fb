import * as contract from '@pimento/contract';
import { operatorRoute, parseUuidCursor, type Route } from '../platform/index.ts';
import { type DeletionDeps, getDeletion, startDeletion } from './deletion/client-deletion-service.ts';
import type { DeletionRow } from './deletion/client-deletion-types.ts';
import { listDeletions } from './deletion/client-deletion-views.ts';

function deletionView(row: DeletionRow): contract.ClientDeletion {
  const { deletionId, clientId, status, actor, people, deletedRows, files, fileBytes, strippedEvents } = row;
  return {
    deletionId,
    clientId,
    status,
    actor,
    started: row.startedAt.toISOString(),
    finished: row.finishedAt?.toISOString() ?? null,
    people,
    deletedRows,
    files,
    fileBytes,
    strippedEvents,
    check: row.finalCheck,
  };
}

/** @param deps.onStarted called after a deletion was started */
export function clientDeletionRoutes(deps: DeletionDeps & { onStarted: () => void }): Route[] {
  const { database } = deps;
  return [
    operatorRoute(contract.startClientDeletion, async ({ caller, params: { clientId }, body }) => {
      const deletion = await startDeletion(deps, { clientId, confirmed: body.clientId, actor: caller.actor });
      deps.onStarted();
      return { status: 202, body: deletionView(deletion) };
    }),
    operatorRoute(contract.getClientDeletion, async ({ params }) => ({
      status: 200,
      body: deletionView(await getDeletion(database, params.clientId)),
    })),
    operatorRoute(contract.listClientDeletions, async ({ query: { limit, startingAfter } }) => {
      const before = parseUuidCursor(startingAfter, 'next');
      const found = await listDeletions(database, { before, limit: limit + 1 });
      const deletions = found.slice(0, limit).map(deletionView);
      const next = found.length > limit ? (deletions.at(-1)?.deletionId ?? null) : null;
      return { status: 200, body: { deletions, next } };
    }),
  ];
}
