import { declareCapabilities, listAdapterChannels, reportAuthentication } from '@pimento/contract';
import { adapterRoute, type Clock, type Database, type Route } from '../platform/index.ts';
import { accountView } from './account-view-rules.ts';
import * as adapterService from './adapter-service.ts';
import * as service from './authentication-service.ts';
import { findChannel } from './channel-views.ts';
import { listAdapterChannelPage } from './connection-answer-service.ts';

/**
 * Creates the routes with which adapters report on accounts, list their channels and connections, and declare the capabilities of channels.
 */
export function gatewayRoutes(deps: { database: Database; clock: Clock }): Route[] {
  const { database } = deps;
  return [
    adapterRoute(reportAuthentication, async ({ caller, body }) => {
      const { account, outdated } = await service.reportAuthentication(deps, caller.adapterId, body);
      const channel = await findChannel(database, account.channelId);
      const view = accountView(channel?.accountFields ?? [], account);
      return { status: 200, body: { ...view, clientId: account.clientId, outdated } };
    }),
    adapterRoute(listAdapterChannels, async ({ caller, query }) => ({
      status: 200,
      body: await listAdapterChannelPage(database, caller.adapterId, query),
    })),
    adapterRoute(declareCapabilities, async ({ caller, params, body }) => {
      const declared = { channelId: params.channelId, capabilities: body.capabilities };
      await adapterService.declareCapabilities(deps, caller.adapterId, declared);
      return { status: 200, body: declared };
    }),
  ];
}
