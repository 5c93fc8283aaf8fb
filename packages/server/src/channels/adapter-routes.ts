import * as contract from '@pimento/contract';
import { type Connection, operatorRoute, type Route, type ChannelId } from '../platform/index.ts';
import * as service from './adapter-service.ts';
import type { AdapterRow, ChannelRow } from './channel-types.ts';
import { listAdapterRows, listChannelRows, unknownChannel } from './channel-views.ts';

const adapterView = ({ createdAt, ...adapter }: AdapterRow): contract.Adapter => ({
  ...adapter,
  created: createdAt.toISOString(),
});
const channelView = ({
  createdAt,
  standardVersion,
  allowInvalid,
  ...channel
}: ChannelRow & { connections: number }): contract.Channel => ({
  ...channel,
  ...(standardVersion !== null && { allowInvalid }),
  created: createdAt.toISOString(),
});

async function getChannelView(connection: Connection, channelId: ChannelId): Promise<contract.Channel> {
  const [channel] = await listChannelRows(connection, { channelId });
  if (!channel) throw unknownChannel(channelId);
  return channelView(channel);
}

/** Creates the operator routes for adapters and channels. */
export function adapterRoutes(deps: service.AdapterDeps): Route[] {
  const { database } = deps;
  return [
    operatorRoute(contract.createAdapter, async ({ body }) => {
      const adapter = await service.addAdapter(database, body);
      return { status: 201, body: adapterView(adapter) };
    }),
    operatorRoute(contract.listAdapters, async () => ({
      status: 200,
      body: { adapters: (await listAdapterRows(database, null)).map(adapterView) },
    })),
    operatorRoute(contract.getAdapter, async ({ params }) => ({
      status: 200,
      body: adapterView(await service.getAdapter(database, params.adapterId)),
    })),
    operatorRoute(contract.updateAdapter, async ({ params, body }) => {
      await service.renameAdapter(deps, params.adapterId, body.name);
      return { status: 200, body: adapterView(await service.getAdapter(database, params.adapterId)) };
    }),
    operatorRoute(contract.deleteAdapter, async ({ params }) => {
      await service.deleteAdapter(deps, params.adapterId);
      return { status: 204 };
    }),
    operatorRoute(contract.createChannel, async ({ body }) => {
      await service.addChannel(database, body);
      return { status: 201, body: await getChannelView(database, body.channelId) };
    }),
    operatorRoute(contract.listChannels, async ({ query }) => ({
      status: 200,
      body: { channels: (await listChannelRows(database, query)).map(channelView) },
    })),
    operatorRoute(contract.getChannel, async ({ params }) => ({
      status: 200,
      body: await getChannelView(database, params.channelId),
    })),
    operatorRoute(contract.updateChannel, async ({ params, body }) => {
      await service.updateChannel(deps, params.channelId, body);
      return { status: 200, body: await getChannelView(database, params.channelId) };
    }),
    operatorRoute(contract.deleteChannel, async ({ params }) => {
      await service.deleteChannel(deps, params.channelId);
      return { status: 204 };
    }),
  ];
}
