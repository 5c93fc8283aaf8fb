import type { AnswerOf, ConnectionView, listAdapterChannels } from '@pimento/contract';
import { listLastCalls } from '../access/index.ts';
import {
  type AdapterId,
  type ChannelId,
  type ClientId,
  type Connection,
  cursorOf,
  isStorableText,
  pageOf,
  parseCursor,
} from '../platform/index.ts';
import { accountView, overviewProperties } from './account-view-rules.ts';
import { listAccounts, listClientAccounts } from './account-views.ts';
import type { AccountRow, ChannelRow, ConnectionKey } from './channel-types.ts';
import { listChannelRows, listChannelsOfIds, unknownChannel } from './channel-views.ts';
import {
  type AdapterConnection,
  type ConnectionState,
  listAdapterConnections,
  listConnectionStates,
} from './connection-views.ts';

/**
 * Returns the API representations of the channels that a client may see, with the client's connections.
 * @param channelId limits the list to this channel; null for all channels
 */
export async function listConnectionViews(
  connection: Connection,
  clientId: ClientId,
  channelId: ChannelId | null,
): Promise<ConnectionView[]> {
  const channels = await listChannelRows(connection, { visibleTo: clientId, channelId: channelId ?? undefined });
  const states = new Map(
    (await listConnectionStates(connection, clientId, channelId)).map((state) => [state.channelId, state]),
  );
  const lastCalls = await listLastCalls(connection);
  const found =
    channelId === null
      ? await listClientAccounts(connection, clientId)
      : await listAccounts(connection, { clientId, channelId });
  const allAccounts = Map.groupBy(found, (account) => account.channelId);
  return channels.map((channel) => {
    const state = states.get(channel.channelId);
    const accounts = allAccounts.get(channel.channelId) ?? [];
    return {
      channelId: channel.channelId,
      name: channel.name,
      logoUrl: channel.logoUrl,
      accountFields: channel.accountFields,
      capabilities: channel.capabilities,
      connected: state !== undefined,
      accounts: accounts.map((account) => accountView(channel.accountFields, account)),
      productCounts: state?.productCounts ?? {},
      listOfValues: state?.listOfValues ?? null,
      adapterLastCall: lastCalls.get(channel.adapterId)?.toISOString() ?? null,
      ...standardMembers(channel, state, accounts),
    };
  });
}

/**
 * Returns a connection's settings for the data standard. A deleted evaluation account is returned as null. Evaluations then use the oldest
 * account.
 */
function standardMembers(
  { standardVersion }: ChannelRow,
  state: ConnectionState | undefined,
  accounts: readonly AccountRow[],
): Partial<ConnectionView> {
  if (standardVersion === null) return {};
  if (state === undefined) return { standardVersion };
  const { readyWhen, isGated, rulesetNo, evaluationAccountId } = state;
  const isKnown = accounts.some(({ accountId }) => accountId === evaluationAccountId);
  return {
    standardVersion,
    readyWhen,
    isGated,
    rulesetNo,
    evaluationAccountId: isKnown ? evaluationAccountId : null,
  };
}

/** @throws PimentoError unknown-channel */
export async function getConnectionView(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
): Promise<ConnectionView> {
  const [view] = await listConnectionViews(connection, clientId, channelId);
  if (!view) throw unknownChannel(channelId);
  return view;
}

type AdapterChannels = AnswerOf<typeof listAdapterChannels>;

const defaultLimit = 500;

const isEntryCursor = (text: string) => isStorableText(text) && text.split('\u001f').length === 2;

const cursorAfter = ({ channelId, connection }: AdapterConnection): string =>
  cursorOf([channelId, connection?.clientId ?? ''].join('\u001f'));

/** Returns the channels of the entries, with their settings and connections. */
async function channelsOf(
  database: Connection,
  entries: readonly AdapterConnection[],
): Promise<AdapterChannels['channels']> {
  const byChannel = Map.groupBy(entries, ({ channelId }) => channelId);
  const channels = await listChannelsOfIds(database, [...byChannel.keys()]);
  return channels.map(({ channelId, name, batchSize, accountFields, capabilities }) => ({
    channelId,
    name,
    batchSize,
    accountFields,
    capabilities,
    connections: (byChannel.get(channelId) ?? []).flatMap(({ connection }) =>
      connection === null
        ? []
        : {
            clientId: connection.clientId,
            created: connection.createdAt,
            accounts: connection.accounts.map((account) => ({
              ...account,
              properties: overviewProperties(accountFields, account.properties),
            })),
          },
    ),
  }));
}

/**
 * Returns the channels of an adapter with their connections. Returns all of them if the request has neither `limit` nor `startingAfter`,
 * because older adapters do not request pages. Otherwise returns a page of at most `limit` connections. A channel is on every page that has
 * one of its connections.
 * @throws PimentoError invalid-parameter
 */
export async function listAdapterChannelPage(
  database: Connection,
  adapterId: AdapterId,
  { limit, startingAfter }: { limit?: number | undefined; startingAfter?: string | undefined },
): Promise<AdapterChannels> {
  if (limit === undefined && startingAfter === undefined) {
    const all = await listAdapterConnections(database, adapterId, { after: undefined, limit: null });
    return { channels: await channelsOf(database, all) };
  }
  const max = limit ?? defaultLimit;
  const [channelId, clientId = ''] = parseCursor(startingAfter, isEntryCursor)?.split('\u001f') ?? [];
  const after = channelId === undefined ? undefined : { channelId, clientId };
  const page = pageOf(await listAdapterConnections(database, adapterId, { after, limit: max + 1 }), max);
  const last = page.rows.at(-1);
  const next = page.hasMore && last ? cursorAfter(last) : null;
  return { channels: await channelsOf(database, page.rows), hasMore: page.hasMore, next };
}
