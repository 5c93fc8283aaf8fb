import type { Connection, Database } from '../platform/index.ts';
import { fieldErrorsOf, isOutdatedReport } from './account-rules.ts';
import { unknownAccount } from './account-service.ts';
import { lockAccount, saveAccount } from './account-store.ts';
import { findChannel } from './channel-views.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';
import { lockConnection, saveClientListOfValues } from './connection-store.ts';

export interface AuthenticationReport extends AccountKey {
  status: 'SUCCESS' | 'FAILURE';
  message?: string | null | undefined;
  erroneousProperties?: string[] | null | undefined;
  clientSpecificListOfValues?: unknown;
  accountSpecificListOfValues?: unknown;
  eventId?: string | null | undefined;
}

async function requireOwnAccount(transaction: Connection, adapterId: string, key: AccountKey): Promise<AccountRow> {
  const channel = await findChannel(transaction, key.channelId);
  if (channel?.adapterId !== adapterId) throw unknownAccount(key.accountId);
  await lockConnection(transaction, key);
  const account = await lockAccount(transaction, key);
  if (!account) throw unknownAccount(key.accountId);
  return account;
}

function applyReport(account: AccountRow, report: AuthenticationReport, at: Date): AccountRow {
  const message = report.message ?? null;
  const isGood = report.status === 'SUCCESS';
  return {
    ...account,
    state: isGood ? 'Connected' : 'Failed',
    message,
    fieldErrors: isGood ? [] : fieldErrorsOf(report.erroneousProperties ?? [], message),
    reportedValidation: account.validation,
    listOfValues: report.accountSpecificListOfValues ?? account.listOfValues,
    validatedAt: at,
  };
}

/**
 * Takes what an adapter says about the credentials of an account. The last report on the newest credentials counts; one on older
 * credentials changes nothing.
 * @throws PimentoError unknown-account, also for an account on another adapter's channel
 */
export async function reportAuthentication(
  deps: { database: Database; clock: { now(): Date } },
  adapterId: string,
  report: AuthenticationReport,
): Promise<{ account: AccountRow; outdated: boolean }> {
  return deps.database.transaction().execute(async (transaction) => {
    const account = await requireOwnAccount(transaction, adapterId, report);
    if (isOutdatedReport(account, report.eventId ?? null)) return { account, outdated: true };
    const reported = applyReport(account, report, deps.clock.now());
    await saveAccount(transaction, reported);
    const { clientSpecificListOfValues: offered } = report;
    if (offered !== undefined && offered !== null) await saveClientListOfValues(transaction, report, offered);
    return { account: reported, outdated: false };
  });
}
