import * as contract from '@pimento/contract';
import { findChannel } from '../channels/index.ts';
import { clientRoute, type Route } from '../platform/index.ts';
import { findSubmitRules, noStandard } from '../readiness/index.ts';
import { resolveChoice } from './snapshot/product-choice-service.ts';
import { countChosen } from './snapshot/submit-preview-views.ts';
import { requireConnection, type SubmitDeps } from './submit/submit-service.ts';

/** Creates the route that counts the effects of a submit in advance. */
export function submitPreviewRoute(deps: SubmitDeps): Route {
  const { database } = deps;
  return clientRoute(contract.previewSubmit, async ({ caller, params, body }) => {
    const key = { clientId: caller.clientId, channelId: params.channelId };
    await requireConnection(database, key);
    if ((await findChannel(database, key.channelId))?.standardVersion == null) throw noStandard(key);
    const choice = await resolveChoice(deps, caller.clientId, body);
    const rules = await findSubmitRules(database, key);
    const counts = await countChosen(database, key, { choice, accountId: body.accountId });
    return { status: 200, body: { ...counts, ...rules } };
  });
}
