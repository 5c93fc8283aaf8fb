import { isDeepStrictEqual } from 'node:util';
import { problem } from '@pimento/contract/problem';
import { createStream } from '../events/index.ts';
import {
  type Clock,
  type Connection,
  type Database,
  errorCode,
  PimentoError,
  type AdapterId,
  type ChannelId,
  type Transaction,
  transaction,
  describeAct,
} from '../platform/index.ts';
import { judgeFields } from './account-rules.ts';
import * as adapterStore from './adapter-store.ts';
import * as channelStore from './channel-store.ts';
import type { AdapterRow, ChannelRow, NewChannel } from './channel-types.ts';
import { listAdapterRows, unknownChannel } from './channel-views.ts';

export interface AdapterDeps {
  database: Database;
  clock: Clock;
}

const unknownAdapter = (adapterId: AdapterId) => new PimentoError(problem('unknown-adapter', { adapterId }));

/**
 * Returns true if the adapter exists, and keeps it from being deleted before the transaction ends, so that no key is created for a deleted
 * adapter.
 */
export function adapterExists(connection: Connection, adapterId: AdapterId): Promise<boolean> {
  return adapterStore.lockAdapterRow(connection, adapterId);
}

/** @throws PimentoError unknown-adapter */
export async function getAdapter(connection: Connection, adapterId: AdapterId): Promise<AdapterRow> {
  const [adapter] = await listAdapterRows(connection, adapterId);
  if (!adapter) throw unknownAdapter(adapterId);
  return adapter;
}

/**
 * Creates an adapter and its stream in the given transaction.
 * @throws PimentoError already-exists
 */
export async function createAdapter(
  transaction: Transaction,
  adapter: { adapterId: AdapterId; name: string },
): Promise<AdapterRow> {
  if (!(await adapterStore.createAdapterRow(transaction, adapter))) {
    throw new PimentoError(problem('already-exists', { kind: 'adapter', adapterId: adapter.adapterId }));
  }
  await createStream(transaction, adapter.adapterId);
  return getAdapter(transaction, adapter.adapterId);
}

/** Creates an adapter and its stream in a separate transaction. @throws PimentoError already-exists */
export function addAdapter(database: Database, adapter: { adapterId: AdapterId; name: string }): Promise<AdapterRow> {
  return transaction(database, (opened) => createAdapter(opened, adapter));
}

/** @throws PimentoError unknown-adapter */
export async function renameAdapter(deps: AdapterDeps, adapterId: AdapterId, name: string): Promise<void> {
  await transaction(deps.database, async (opened) => {
    const { name: before } = await getAdapter(opened, adapterId);
    describeAct({ before: { name: before } });
    if (!(await adapterStore.renameAdapterRow(opened, adapterId, name))) throw unknownAdapter(adapterId);
  });
}

/** Runs a deletion. @throws PimentoError not-possible-now if a foreign key still refers to the row */
async function deleteUnlessInUse(
  work: () => Promise<boolean>,
  kind: 'adapter-in-use' | 'channel-in-use',
): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === '23503') throw new PimentoError(problem('not-possible-now', { kind }));
    throw error;
  }
}

/** @throws PimentoError unknown-adapter, not-possible-now */
export async function deleteAdapter(deps: AdapterDeps, adapterId: AdapterId): Promise<void> {
  const work = () =>
    transaction(deps.database, (opened) => adapterStore.deleteAdapterRow(opened, adapterId, deps.clock.now()));
  if (!(await deleteUnlessInUse(work, 'adapter-in-use'))) throw unknownAdapter(adapterId);
}

function refuseInvalidFields(fields: ChannelRow['accountFields']): void {
  const errors = judgeFields(fields);
  if (errors.length === 0) return;
  const problems = errors.map(({ code, params }) => ({ code, params }));
  throw new PimentoError(problem('invalid-body', { kind: 'account-fields', problems }), { errors });
}

/** Locks the clients that may use a channel. @throws PimentoError unknown-client */
async function lockNamedClients(transaction: Transaction, clientIds: ChannelRow['clientIds']): Promise<void> {
  const locked = await channelStore.lockClients(transaction, clientIds ?? []);
  const missing = clientIds?.find((clientId) => !locked.has(clientId));
  if (missing !== undefined) throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId: missing }));
}

/** Creates a channel in a separate transaction. @throws PimentoError invalid-body, unknown-adapter, unknown-client, already-exists */
export function addChannel(database: Database, channel: NewChannel): Promise<void> {
  return transaction(database, (opened) => createChannel(opened, channel));
}

/** @throws PimentoError invalid-body, unknown-adapter, unknown-client, already-exists */
export async function createChannel(transaction: Transaction, channel: NewChannel): Promise<void> {
  refuseInvalidFields(channel.accountFields);
  await lockNamedClients(transaction, channel.clientIds);
  try {
    if (await channelStore.createChannelRow(transaction, channel)) return;
  } catch (error) {
    if (errorCode(error) === '23503') throw unknownAdapter(channel.adapterId);
    throw error;
  }
  throw new PimentoError(problem('already-exists', { kind: 'channel', channelId: channel.channelId }));
}

const patchable = [
  'name',
  'logoUrl',
  'batchSize',
  'accountFields',
  'clientIds',
  'capabilities',
  'allowInvalid',
] as const;
type ChannelPatch = { [Member in (typeof patchable)[number]]?: ChannelRow[Member] | undefined };

function settingsOf(channel: ChannelRow): Record<string, unknown> {
  const { name, logoUrl, batchSize, accountFields, clientIds, capabilities, standardVersion, allowInvalid } = channel;
  const settings = { name, logoUrl, batchSize, accountFields, clientIds, capabilities };
  return standardVersion === null ? settings : { ...settings, allowInvalid };
}

function refuseChanged(channel: ChannelRow, expected: ChannelPatch): void {
  const isSame = patchable.every(
    (member) => expected[member] === undefined || isDeepStrictEqual(expected[member], channel[member]),
  );
  if (isSame) return;
  throw new PimentoError(problem('changed-meanwhile', { kind: 'channel' }), { stored: settingsOf(channel) });
}

/**
 * Changes a channel. Omitted properties keep their values. Changed account fields apply to an account when it is next connected, edited or
 * validated again.
 * @throws PimentoError unknown-channel, unknown-client, invalid-body, changed-meanwhile
 */
export async function updateChannel(
  deps: AdapterDeps,
  channelId: ChannelId,
  { expected, ...patch }: ChannelPatch & { expected?: ChannelPatch | undefined },
): Promise<void> {
  await transaction(deps.database, async (transaction) => {
    const channel = await channelStore.lockChannel(transaction, channelId);
    if (!channel) throw unknownChannel(channelId);
    refuseChanged(channel, expected ?? {});
    describeAct({ before: settingsOf(channel) });
    refuseInvalidFields(patch.accountFields ?? []);
    await lockNamedClients(transaction, patch.clientIds ?? null);
    const clientIds = patch.clientIds === undefined ? channel.clientIds : patch.clientIds;
    await channelStore.updateChannelRow(transaction, {
      channelId,
      name: patch.name ?? channel.name,
      logoUrl: patch.logoUrl === undefined ? channel.logoUrl : patch.logoUrl,
      batchSize: patch.batchSize ?? channel.batchSize,
      accountFields: patch.accountFields ?? channel.accountFields,
      clientIds,
      capabilities: patch.capabilities ?? channel.capabilities,
      allowInvalid: patch.allowInvalid ?? channel.allowInvalid,
    });
    if (patch.clientIds !== undefined) await channelStore.saveChannelClients(transaction, channelId, clientIds ?? []);
  });
}

/**
 * Replaces the capabilities of a channel on behalf of its adapter.
 * @throws PimentoError unknown-channel, also if the channel belongs to another adapter
 */
export async function declareCapabilities(
  deps: AdapterDeps,
  adapterId: AdapterId,
  { channelId, capabilities }: Pick<ChannelRow, 'channelId' | 'capabilities'>,
): Promise<void> {
  await transaction(deps.database, async (transaction) => {
    const channel = await channelStore.lockChannel(transaction, channelId);
    if (channel?.adapterId !== adapterId) throw unknownChannel(channelId);
    describeAct({ before: { capabilities: channel.capabilities } });
    if (!isDeepStrictEqual(channel.capabilities, capabilities))
      await channelStore.updateChannelRow(transaction, { ...channel, capabilities });
  });
}

/** @throws PimentoError unknown-channel, not-possible-now */
export async function deleteChannel(deps: AdapterDeps, channelId: ChannelId): Promise<void> {
  const work = () => transaction(deps.database, (opened) => channelStore.deleteChannelRow(opened, channelId));
  if (!(await deleteUnlessInUse(work, 'channel-in-use'))) throw unknownChannel(channelId);
}
