import type { ConnectionView } from '@pimento/contract';
import { listLastCalls } from '../access/index.ts';
import type { ChannelId, ClientId, Connection } from '../platform/index.ts';
import { accountView } from './account-view-rules.ts';
import { listAccounts, listClientAccounts } from './account-views.ts';
import type { AccountRow, ChannelRow, ConnectionKey } from './channel-types.ts';
import { listChannelRows, unknownChannel } from './channel-views.ts';
import { type ConnectionState, listConnectionStates } from './connection-views.ts';

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
 * Returns the settings for the data standard. A deleted evaluation account is returned as null. Evaluations then use the oldest account.
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
