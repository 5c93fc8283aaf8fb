import * as contract from '@pimento/contract';
import { clientRoute, type Route } from '../platform/index.ts';
import { type BulkServiceDeps, cancelBulkEdit, getBulkEdit, startBulkEdit, undoBulkEdit } from './bulk-service.ts';

export function bulkRoutes(deps: BulkServiceDeps): Route[] {
  return [
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
  ];
}
