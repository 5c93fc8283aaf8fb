import * as contract from '@pimento/contract';
import { type ClientId, appendingRoute, clientRoute, type Reply, type Route } from '../platform/index.ts';
import * as service from './account-service.ts';
import { findAccount } from './account-views.ts';
import { accountView } from './account-view-rules.ts';
import { findChannel } from './channel-views.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';
import { getConnectionView, listConnectionViews } from './connection-answer-service.ts';

/** Creates the client routes for connections to channels and their accounts. */
export function connectionRoutes(deps: service.AccountDeps): Route[] {
  const { database } = deps;
  const answer = async (status: 200 | 201, account: AccountRow): Promise<Reply> => {
    const channel = await findChannel(database, account.channelId);
    return { status, body: accountView(channel?.accountFields ?? [], account) };
  };
  const keyOf = (caller: { clientId: ClientId }, params: Omit<AccountKey, 'clientId'>): AccountKey => ({
    ...params,
    clientId: caller.clientId,
  });
  return [
    clientRoute(contract.listConnections, async ({ caller }) => ({
      status: 200,
      body: { channels: await listConnectionViews(database, caller.clientId, null) },
    })),
    clientRoute(contract.getConnection, async ({ caller, params }) => ({
      status: 200,
      body: await getConnectionView(database, { ...params, clientId: caller.clientId }),
    })),
    appendingRoute(
      clientRoute(contract.deleteConnection, async ({ caller, params }) => {
        await service.deleteConnection(deps, { clientId: caller.clientId, channelId: params.channelId });
        return { status: 204 };
      }),
    ),
    appendingRoute(
      clientRoute(contract.connectAccount, async ({ caller, params, body }) => {
        const key = { clientId: caller.clientId, channelId: params.channelId };
        return answer(201, await service.connectAccount(deps, key, body));
      }),
    ),
    clientRoute(contract.getAccount, async ({ caller, params }) => {
      const account = await findAccount(database, keyOf(caller, params));
      if (!account) throw service.unknownAccount(params.accountId);
      return answer(200, account);
    }),
    appendingRoute(
      clientRoute(contract.updateAccount, async ({ caller, params, body }) =>
        answer(200, await service.updateAccount(deps, keyOf(caller, params), body)),
      ),
    ),
    appendingRoute(
      clientRoute(contract.validateAccount, async ({ caller, params }) =>
        answer(200, await service.validateAccount(deps, keyOf(caller, params))),
      ),
    ),
    clientRoute(contract.deleteAccount, async ({ caller, params }) => {
      await service.deleteAccount(deps, keyOf(caller, params));
      return { status: 204 };
    }),
  ];
}
