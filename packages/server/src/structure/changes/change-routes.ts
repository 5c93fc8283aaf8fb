import * as contract from '@pimento/contract';
import { clientRoute, type Route } from '../../platform/index.ts';
import { cancelChange, getChange, listLatestChanges, startChange } from './change-service.ts';
import type { ChangeDeps } from './change-lock-service.ts';

/** @param deps.onQueued called after a change is stored or cancelled, so that a worker continues with it immediately */
export function changeRoutes(deps: ChangeDeps & { onQueued: () => void }): Route[] {
  return [
    clientRoute(contract.startDefinitionChange, async ({ caller, query, body }) => {
      const key = await startChange(deps, caller, body, query.dryRun);
      deps.onQueued();
      return { status: 202, body: await getChange(deps.database, key) };
    }),
    clientRoute(contract.listDefinitionChanges, async ({ caller }) => ({
      status: 200,
      body: { changes: await listLatestChanges(deps.database, caller.clientId) },
    })),
    clientRoute(contract.getDefinitionChange, async ({ caller: { clientId }, params: { changeId } }) => ({
      status: 200,
      body: await getChange(deps.database, { clientId, changeId }),
    })),
    clientRoute(contract.cancelDefinitionChange, async ({ caller: { clientId }, params: { changeId } }) => {
      const body = await cancelChange(deps, { clientId, changeId });
      deps.onQueued();
      return { status: 200, body };
    }),
  ];
}
