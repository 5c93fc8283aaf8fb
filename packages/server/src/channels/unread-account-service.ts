import { neverPickedUp } from '@pimento/contract';
import type { PurgedEvent } from '../events/index.ts';
import type { Transaction } from '../platform/index.ts';
import { lockAccount, saveAccount } from './account-store.ts';
import { lockConnection } from './connection-store.ts';

/** Ends the validation of an account whose AUTHENTICATION_EVENT was purged unread, unless a newer validation has begun. */
export async function failUnreadAccount(
  transaction: Transaction,
  { clientId, channelId, eventId, data }: Pick<PurgedEvent, 'clientId' | 'channelId' | 'eventId' | 'data'>,
): Promise<void> {
  const { accountId } = data as { accountId: string }; // the data of an AUTHENTICATION_EVENT
  await lockConnection(transaction, { clientId, channelId });
  const account = await lockAccount(transaction, { clientId, channelId, accountId });
  if (account?.state !== 'Authenticating' || account.eventId !== eventId) return;
  await saveAccount(transaction, { ...account, state: 'Failed', message: neverPickedUp, fieldErrors: [] });
}
