import { neverPickedUp } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { z } from 'zod';
import { findEvent, type PurgedEvent } from '../events/index.ts';
import { type Database, PimentoError, type AdapterId, type Transaction, transaction } from '../platform/index.ts';
import { faultsOf, isOutdatedReport } from './account-rules.ts';
import { unknownAccount } from './account-service.ts';
import { lockAccount, saveAccount } from './account-store.ts';
import { findChannel } from './channel-views.ts';
import type { AccountKey, AccountRow, ChannelRow } from './channel-types.ts';
import { lockConnection, saveClientListOfValues } from './connection-store.ts';

export interface AuthenticationReport extends AccountKey {
  status: 'SUCCESS' | 'FAILURE';
  message?: string | null | undefined;
  erroneousProperties?: string[] | null | undefined;
  clientSpecificListOfValues?: unknown;
  accountSpecificListOfValues?: unknown;
  eventId?: string | null | undefined;
}

async function requireOwnAccount(
  transaction: Transaction,
  adapterId: AdapterId,
  key: AccountKey,
): Promise<{ channel: ChannelRow; account: AccountRow }> {
  const channel = await findChannel(transaction, key.channelId);
  if (channel?.adapterId !== adapterId) throw unknownAccount(key.accountId);
  await lockConnection(transaction, key);
  const account = await lockAccount(transaction, key);
  if (!account) throw unknownAccount(key.accountId);
  return { channel, account };
}

/** The stored data of an AUTHENTICATION_EVENT that identifies its validation. Both properties are missing if the data was removed. */
const validationData = z.looseObject({ accountId: z.string(), validation: z.number() }).partial();

/**
 * Returns the number of the validation to which an event belongs, or 0 if the event does not contain it. An id of another event is a bug in
 * the adapter. It is refused, because the account would wait forever for a result if the report were treated as outdated.
 * @throws PimentoError unknown-event if the event does not belong to this account
 */
async function getReportedValidation(
  transaction: Transaction,
  adapterId: AdapterId,
  account: AccountRow,
  eventId: string,
): Promise<number> {
  // the account keeps the id, even if the event is already deleted
  if (eventId.toLowerCase() === account.eventId) return account.validation;
  const event = await findEvent(transaction, adapterId, eventId.toLowerCase());
  const data = validationData.parse(event?.eventType === 'AUTHENTICATION_EVENT' ? event.data : {});
  const isOwn = event?.clientId === account.clientId && data.accountId === account.accountId;
  if (!isOwn) throw new PimentoError(problem('unknown-event', { kind: 'account', eventId }));
  return data.validation ?? 0;
}

function applyReport(channel: ChannelRow, account: AccountRow, report: AuthenticationReport, at: Date): AccountRow {
  const isSuccess = report.status === 'SUCCESS';
  const named = isSuccess ? [] : (report.erroneousProperties ?? []);
  return {
    ...account,
    state: isSuccess ? 'Connected' : 'Failed',
    ...faultsOf(channel.accountFields, named, report.message ?? null),
    reportedValidation: account.validation,
    listOfValues: report.accountSpecificListOfValues ?? account.listOfValues,
    validatedAt: at,
  };
}

/**
 * Applies an adapter's report on an account's credentials. The last report on the newest credentials counts. Reports on older credentials
 * change nothing.
 * @throws PimentoError unknown-account, also if the account is on another adapter's channel; unknown-event
 */
export async function reportAuthentication(
  deps: { database: Database; clock: { now(): Date } },
  adapterId: AdapterId,
  report: AuthenticationReport,
): Promise<{ account: AccountRow; outdated: boolean }> {
  return transaction(deps.database, async (transaction) => {
    const { channel, account } = await requireOwnAccount(transaction, adapterId, report);
    const validation =
      typeof report.eventId === 'string'
        ? await getReportedValidation(transaction, adapterId, account, report.eventId)
        : null;
    if (isOutdatedReport(account, validation)) return { account, outdated: true };
    const reported = applyReport(channel, account, report, deps.clock.now());
    await saveAccount(transaction, reported);
    const { clientSpecificListOfValues: offered } = report;
    if (offered !== undefined && offered !== null) await saveClientListOfValues(transaction, report, offered);
    return { account: reported, outdated: false };
  });
}

/** Ends the validation of an account whose AUTHENTICATION_EVENT was purged unread, unless a newer validation has begun. */
export async function failUnreadAccount(
  transaction: Transaction,
  { clientId, channelId, data }: Pick<PurgedEvent, 'clientId' | 'channelId' | 'data'>,
): Promise<void> {
  const { accountId, validation } = data as { accountId: string; validation: number }; // an AUTHENTICATION_EVENT has data of this type
  await lockConnection(transaction, { clientId, channelId });
  const account = await lockAccount(transaction, { clientId, channelId, accountId });
  if (account?.state !== 'Authenticating' || account.validation !== validation) return;
  await saveAccount(transaction, { ...account, state: 'Failed', message: neverPickedUp, fieldErrors: [] });
}
