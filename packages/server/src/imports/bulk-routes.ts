import * as contract from '@pimento/contract';
import { clientRoute, parseUuidCursor, type Route } from '../platform/index.ts';
import { cancelBulkEdit, getBulkEdit, startBulkEdit, undoBulkEdit } from './bulk-service.ts';
import { listDeletions, undoDeletion } from './deletion-undo-service.ts';
import { getImportUndo, type ImportUndoDeps, undoImport } from './import-undo-service.ts';

export function bulkRoutes(deps: ImportUndoDeps): Route[] {
  return [
    clientRoute(contract.undoImport, async ({ caller, params, body }) => ({
      status: 202,
      body: await undoImport(deps, caller, params.jobRef, body),
    })),
    clientRoute(contract.getImportUndo, async ({ caller, params }) => ({
      status: 200,
      body: await getImportUndo(deps, caller.clientId, params.jobRef),
    })),
    clientRoute(contract.startBulkEdit, async ({ caller, body }) => ({
      status: 202,
      body: await startBulkEdit(deps, caller, body),
    })),
    clientRoute(contract.getBulkEdit, async ({ caller, params }) => ({
      status: 200,
      body: await getBulkEdit(deps.database, caller.clientId, params.editId),
    })),
    clientRoute(contract.cancelBulkEdit, async ({ caller, params }) => ({
      status: 200,
      body: await cancelBulkEdit(deps, caller.clientId, params.editId),
    })),
    clientRoute(contract.undoBulkEdit, async ({ caller, params, body }) => ({
      status: 202,
      body: await undoBulkEdit(deps, caller, params.editId, body.dryRun ?? false),
    })),
    clientRoute(contract.listProductDeletions, async ({ caller: { clientId }, query }) => ({
      status: 200,
      body: await listDeletions(deps.database, {
        clientId,
        before: parseUuidCursor(query.startingAfter, 'next'),
        limit: query.limit,
      }),
    })),
    clientRoute(contract.undoProductDeletion, async ({ caller, params, body }) => ({
      status: 202,
      body: await undoDeletion(deps, caller, params.deletionId, body.dryRun ?? false),
    })),
  ];
}
