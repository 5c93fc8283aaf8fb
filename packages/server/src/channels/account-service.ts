import { problem } from '@pimento/contract/problem';
import { appendEvents } from '../events/index.ts';
import {
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  type SecretBox,
  type ChannelId,
  type Transaction,
  transaction,
} from '../platform/index.ts';
import { judgeProperties, type Properties, splitProperties } from './account-rules.ts';
import { openSecrets, sealSecrets } from './account-secrets.ts';
import * as accountStore from './account-store.ts';
import { findAccount, listAccounts } from './account-views.ts';
import type { AccountKey, AccountRow, ChannelRow, ConnectionKey } from './channel-types.ts';
import { findChannel } from './channel-views.ts';
import { deleteConnectionRow, joinConnection, lockConnection } from './connection-store.ts';

export interface AccountDeps {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** Told before a connection that is to go is locked: whoever holds what hangs on it and waits for that lock must be let through. */
  beforeDisconnect(transaction: Transaction, key: ConnectionKey): Promise<void>;
  /** Told when the connection is locked, just before it goes. */
  onDisconnect(transaction: Transaction, key: ConnectionKey): Promise<void>;
}

export const unknownChannel = (channelId: ChannelId) => new PimentoError(problem('unknown-channel', { channelId }));
export const unknownAccount = (accountId: string) => new PimentoError(problem('unknown-account', { accountId }));
export const unknownConnection = (channelId: ChannelId) =>
  new PimentoError(problem('unknown-connection', { channelId }));

function refuseInvalid(channel: ChannelRow, given: Properties, whole: Properties): void {
  const errors = judgeProperties(channel.accountFields, given, whole);
  if (errors.length === 0) return;
  const problems = errors.map(({ code, params }) => ({ code, params }));
  throw new PimentoError(problem('invalid-values', { kind: 'account', problems }), { errors });
}

/** Asks the adapter to validate an account: the last act of a unit of work. The event holds no password; it is put in when it is polled. */
async function askAdapter(transaction: Transaction, channel: ChannelRow, account: AccountRow): Promise<AccountRow> {
  const hidden = Object.fromEntries(Object.keys(account.secrets).map((fieldId) => [fieldId, null]));
  const { clientId, channelId, accountId, validation } = account;
  const [event] = await appendEvents(transaction, channel.adapterId, [
    {
      clientId,
      channelId,
      eventType: 'AUTHENTICATION_EVENT',
      subject: `${clientId}/${channelId}/${accountId}/${validation}`,
      data: { accountId, accountName: account.name, properties: { ...account.properties, ...hidden }, validation },
    },
  ]);
  if (event === undefined) throw new Error('an event was appended and not answered');
  await accountStore.noteEvent(transaction, account, event);
  return { ...account, eventId: event };
}

async function getChannel(connection: Connection, channelId: ChannelId): Promise<ChannelRow> {
  const channel = await findChannel(connection, channelId);
  if (!channel) throw unknownChannel(channelId);
  return channel;
}

/**
 * Connects an account and asks the adapter to validate it.
 * @throws PimentoError unknown-channel, invalid-values
 */
export async function connectAccount(
  deps: AccountDeps,
  key: ConnectionKey,
  wish: { name: string; properties: Properties },
): Promise<AccountRow> {
  return transaction(deps.database, async (transaction) => {
    const channel = await getChannel(transaction, key.channelId);
    refuseInvalid(channel, wish.properties, wish.properties);
    const accountKey = { ...key, accountId: deps.clock.newId() };
    const { shown, secret } = splitProperties(channel.accountFields, wish.properties);
    await joinConnection(transaction, key);
    const secrets = sealSecrets(deps.secretBox, accountKey, secret);
    await accountStore.createAccountRow(transaction, { ...accountKey, name: wish.name, properties: shown, secrets });
    const account = await findAccount(transaction, accountKey);
    if (!account) throw new Error('an account was created and not found again');
    return askAdapter(transaction, channel, account);
  });
}

/** Whether given properties say anything else than those that are kept; null, "" and nothing are the same. */
const isChange = (kept: Properties, given: Properties | undefined) =>
  Object.entries(given ?? {}).some(
    ([fieldId, value]) => (value ?? '') !== (Object.hasOwn(kept, fieldId) ? (kept[fieldId] ?? '') : ''),
  );

/** Changes an account under its lock. Its properties are judged and the adapter is asked where they change or have failed, with `validate` in any case. */
async function changeAccount(
  deps: AccountDeps,
  key: AccountKey,
  change: { name?: string | undefined; properties?: Properties | undefined; validate: boolean },
): Promise<AccountRow> {
  return transaction(deps.database, async (transaction) => {
    await lockConnection(transaction, key);
    const account = await accountStore.lockAccount(transaction, key);
    if (!account) throw unknownAccount(key.accountId);
    const named = { ...account, name: change.name ?? account.name, updatedAt: deps.clock.now() };
    const kept: Properties = { ...account.properties, ...openSecrets(deps.secretBox, account) };
    const isRetry = account.state === 'Failed' && change.properties !== undefined;
    if (!change.validate && !isRetry && !isChange(kept, change.properties)) {
      await accountStore.saveAccount(transaction, named);
      return named;
    }
    const channel = await getChannel(transaction, key.channelId);
    const given = change.properties ?? {};
    const whole = { ...kept, ...given };
    refuseInvalid(channel, given, whole);
    const { shown, secret } = splitProperties(channel.accountFields, whole);
    const asked: AccountRow = {
      ...named,
      properties: shown,
      secrets: sealSecrets(deps.secretBox, key, secret),
      state: 'Authenticating',
      validation: account.validation + 1,
      message: null,
      fieldErrors: [],
    };
    await accountStore.saveAccount(transaction, asked);
    return askAdapter(transaction, channel, asked);
  });
}

/**
 * Changes name or properties; what is left out stays. Changed properties are validated anew.
 * @throws PimentoError unknown-account, invalid-values
 */
export function updateAccount(
  deps: AccountDeps,
  key: AccountKey,
  patch: { name?: string | undefined; properties?: Properties | undefined },
): Promise<AccountRow> {
  return changeAccount(deps, key, { ...patch, validate: false });
}

/** @throws PimentoError unknown-account, invalid-values (the channel has changed what it asks for) */
export function validateAccount(deps: AccountDeps, key: AccountKey): Promise<AccountRow> {
  return changeAccount(deps, key, { validate: true });
}

/** @throws PimentoError unknown-account */
export async function deleteAccount(deps: AccountDeps, key: AccountKey): Promise<void> {
  await transaction(deps.database, async (transaction) => {
    await lockConnection(transaction, key);
    if (!(await accountStore.deleteAccountRow(transaction, key))) throw unknownAccount(key.accountId);
  });
}

/**
 * Leaves a channel and tells its adapter.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function deleteConnection(deps: AccountDeps, key: ConnectionKey): Promise<void> {
  await transaction(deps.database, async (transaction) => {
    const channel = await getChannel(transaction, key.channelId);
    await deps.beforeDisconnect(transaction, key);
    if ((await lockConnection(transaction, key)) === undefined) throw unknownConnection(key.channelId);
    const accounts = await listAccounts(transaction, key);
    await deps.onDisconnect(transaction, key);
    await deleteConnectionRow(transaction, key);
    const data = { accountIds: accounts.map((account) => account.accountId) };
    await appendEvents(transaction, channel.adapterId, [{ ...key, eventType: 'CLIENT_CHANNEL_DELETED_EVENT', data }]);
  });
}
