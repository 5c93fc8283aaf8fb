import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Database, ownerRoute, PimentoError, type Route } from '../platform/index.ts';
import { demandSecondFactor } from './people/client-service.ts';
import { needsSecondFactor } from './people/client-views.ts';

/** Creates the routes that owners use to require a second factor for their client. */
export function secondFactorDemandRoutes({ database }: { database: Database }): Route[] {
  return [
    ownerRoute(contract.getSecondFactorDemand, async ({ caller }) => ({
      status: 200,
      body: { needed: await needsSecondFactor(database, caller.clientId) },
    })),
    ownerRoute(contract.putSecondFactorDemand, async ({ body, caller }) => {
      // an owner without a second factor would lock themselves out
      if (body.needed && !caller.secondFactorUsed)
        throw new PimentoError(problem('second-factor-needed', { clientId: caller.clientId }));
      return { status: 200, body: await demandSecondFactor(database, caller.clientId, body) };
    }),
  ];
}
