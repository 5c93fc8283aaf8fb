import { declareCapabilities, listAdapterChannels, reportAuthentication } from '@pimento/contract';
import { adapterRoute, type Clock, type Database, type Route } from '../platform/index.ts';
import { accountView, overviewProperties } from './account-view-rules.ts';
import * as adapterService from './adapter-service.ts';
import * as service from './authentication-service.ts';
import { findChannel, listChannelRows } from './channel-views.ts';
import { listAdapterConnections } from './connection-views.ts';

/**
 * Creates the routes with which adapters report on accounts, list their channels and connections, and state the capabilities of channels.
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
    adapterRoute(listAdapterChannels, async ({ caller }) => {
      const channels = await listChannelRows(database, { adapterId: caller.adapterId });
      const connections = Map.groupBy(await listAdapterConnections(database, caller.adapterId), (one) => one.channelId);
      const body = channels.map(({ channelId, name, batchSize, accountFields, capabilities }) => ({
        channelId,
        name,
        batchSize,
        accountFields,
        capabilities,
        connections: (connections.get(channelId) ?? []).map(({ clientId, createdAt, accounts }) => ({
          clientId,
          created: createdAt.toISOString(),
          accounts: accounts.map((account) => ({
            ...account,
            properties: overviewProperties(accountFields, account.properties),
          })),
        })),
      }));
      return { status: 200, body: { channels: body } };
    }),
    adapterRoute(declareCapabilities, async ({ caller, params, body }) => {
      const declared = { channelId: params.channelId, capabilities: body.capabilities };
      await adapterService.declareCapabilities(deps, caller.adapterId, declared);
      return { status: 200, body: declared };
    }),
  ];
}
