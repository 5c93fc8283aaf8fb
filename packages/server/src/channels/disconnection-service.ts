import { addEvents, type NewEvent } from '../events/index.ts';
import type { AdapterId, ClientId, Transaction } from '../platform/index.ts';
import type { AccountDeps } from './account-service.ts';
import { deleteAccountRows } from './account-store.ts';
import { listAccounts } from './account-views.ts';
import { lockConnection } from './connection-store.ts';
import { listChannelsOf } from './connection-views.ts';

/**
 * Disconnects a client from all its channels before the client is deleted. Deletes its rules for automatic submission, cancels unfetched
 * submissions, deletes its accounts and notifies the adapters. The calling code must later delete the connections and the states of their
 * products, which can be millions of rows.
 */
export async function disconnectClient(
  transaction: Transaction,
  hooks: Pick<AccountDeps, 'beforeDisconnect' | 'onDisconnect'>,
  clientId: ClientId,
): Promise<void> {
  const channels = await listChannelsOf(transaction, clientId);
  for (const { channelId } of channels) await hooks.beforeDisconnect(transaction, { clientId, channelId });
  const events = new Map<AdapterId, NewEvent[]>();
  for (const { channelId, adapterId } of channels) {
    const key = { clientId, channelId };
    if ((await lockConnection(transaction, key)) === undefined) continue;
    const accounts = await listAccounts(transaction, key);
    await hooks.onDisconnect(transaction, key);
    await deleteAccountRows(transaction, key);
    const data = { accountIds: accounts.map(({ accountId }) => accountId) };
    const known = events.get(adapterId) ?? [];
    events.set(adapterId, [...known, { ...key, eventType: 'CLIENT_CHANNEL_DELETED_EVENT', data }]);
  }
  for (const [adapterId, ofAdapter] of events) await addEvents(transaction, adapterId, ofAdapter);
}
