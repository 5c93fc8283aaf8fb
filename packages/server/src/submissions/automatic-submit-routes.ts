import { getAutomaticSubmit, putAutomaticSubmit } from '@pimento/contract';
import { clientRoute, type Route } from '../platform/index.ts';
import { getAutomatic, putAutomatic } from './automatic/automatic-service.ts';
import type { SubmitDeps } from './submit/submit-service.ts';

/** Creates the routes that clients use to read and change the rules of automatic submits. */
export function automaticSubmitRoutes(deps: SubmitDeps): Route[] {
  return [
    clientRoute(getAutomaticSubmit, async ({ caller, params }) => ({
      status: 200,
      body: await getAutomatic(deps.database, { clientId: caller.clientId, channelId: params.channelId }),
    })),
    clientRoute(putAutomaticSubmit, async ({ caller, params, body }) => ({
      status: 200,
      body: await putAutomatic(deps, { clientId: caller.clientId, channelId: params.channelId }, body),
    })),
  ];
}
