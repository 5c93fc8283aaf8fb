import { requireOneMore } from '../access/index.ts';
import { problem } from '@pimento/contract/problem';
import { addEvents } from '../events/index.ts';
import {
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  type SecretBox,
  type ChannelId,
  type Transaction,
  transaction,
  describeAct,
} from '../platform/index.ts';
import { judgeProperties, type Properties, splitProperties } from './account-rules.ts';
import { openSecrets, sealSecrets } from './account-secrets.ts';
import * as accountStore from './account-store.ts';
import { findAccount, listAccounts } from './account-views.ts';
import type { AccountKey, AccountRow, ChannelRow, ConnectionKey } from './channel-types.ts';
import { findVisibleChannel, unknownChannel } from './channel-views.ts';
import { deleteConnectionRow, joinConnection, lockConnection } from './connection-store.ts';

export interface AccountDeps {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /**
   * Called before a connection is locked for deletion. Locks the rows that other transactions lock before they wait for the connection, so
   * that these transactions end first.
   */
  beforeDisconnect(transaction: Transaction, key: ConnectionKey): Promise<void>;
  /** Called after the connection is locked and before it is deleted. */
  onDisconnect(transaction: Transaction, key: ConnectionKey): Promise<void>;
}

export const unknownAccount = (accountId: string) => new PimentoError(problem('unknown-account', { accountId }));
export const unknownConnection = (channelId: ChannelId) =>
  new PimentoError(problem('unknown-connection', { channelId }));

function refuseInvalid(channel: ChannelRow, given: Properties, merged: Properties): void {
  const errors = judgeProperties(channel.accountFields, given, merged);
  if (errors.length === 0) return;
  const problems = errors.map(({ code, params }) => ({ code, params }));
  throw new PimentoError(problem('invalid-values', { kind: 'account', problems }), { errors });
}

/**
 * Adds the event that requests the validation of an account by the adapter. The event contains no passwords. They are added when the
 * adapter polls.
 */
async function requestValidation(transaction: Transaction, channel: ChannelRow, account: AccountRow): Promise<void> {
  const hidden = Object.fromEntries(Object.keys(account.secrets).map((fieldId) => [fieldId, null]));
  const { clientId, channelId, accountId, validation } = account;
  await requireOneMore(transaction, clientId, 'events');
  await addEvents(transaction, channel.adapterId, [
    {
      clientId,
      channelId,
      eventType: 'AUTHENTICATION_EVENT',
      subject: `${clientId}/${channelId}/${accountId}/${validation}`,
      data: { accountId, accountName: account.name, properties: { ...account.properties, ...hidden }, validation },
    },
  ]);
}

/** Returns a channel that the client may see. @throws PimentoError unknown-channel */
async function getChannel(connection: Connection, key: ConnectionKey): Promise<ChannelRow> {
  const channel = await findVisibleChannel(connection, key);
  if (!channel) throw unknownChannel(key.channelId);
  return channel;
}

/**
 * Connects an account and asks the adapter to validate it.
 * @throws PimentoError unknown-channel, invalid-values, quota-exceeded
 */
export async function connectAccount(
  deps: AccountDeps,
  key: ConnectionKey,
  request: { name: string; properties: Properties },
): Promise<AccountRow> {
  return transaction(deps.database, async (transaction) => {
    const channel = await getChannel(transaction, key);
    refuseInvalid(channel, request.properties, request.properties);
    const accountKey = { ...key, accountId: deps.clock.newId() };
    describeAct({ object: accountKey.accountId, after: { channelId: key.channelId } });
    const { shown, secret } = splitProperties(channel.accountFields, request.properties);
    if (!(await joinConnection(transaction, key))) throw unknownChannel(key.channelId);
    const secrets = sealSecrets(deps.secretBox, accountKey, secret);
    await accountStore.createAccountRow(transaction, { ...accountKey, name: request.name, properties: shown, secrets });
    const account = await findAccount(transaction, accountKey);
    if (!account) throw new Error('an account that was just created was not found');
    await requestValidation(transaction, channel, account);
    return account;
  });
}

/** Returns true if the given properties differ from the stored properties. Null, "" and a property that is not stored are equal. */
const isChange = (stored: Properties, given: Properties | undefined) =>
  Object.entries(given ?? {}).some(
    ([fieldId, value]) => (value ?? '') !== (Object.hasOwn(stored, fieldId) ? (stored[fieldId] ?? '') : ''),
  );

/**
 * Locks and changes an account. Also starts a validation if properties change, if the account has failed and the request contains
 * properties, or if `validate` is set.
 */
async function changeAccount(
  deps: AccountDeps,
  key: AccountKey,
  change: { name?: string | undefined; properties?: Properties | undefined; validate: boolean },
): Promise<AccountRow> {
  return transaction(deps.database, async (transaction) => {
    await lockConnection(transaction, key);
    const account = await accountStore.lockAccount(transaction, key);
    if (!account) throw unknownAccount(key.accountId);
    describeAct({
      before: { name: account.name },
      after: { channelId: key.channelId, changedFields: Object.keys(change.properties ?? {}) },
    });
    const named = { ...account, name: change.name ?? account.name, updatedAt: deps.clock.now() };
    const stored: Properties = { ...account.properties, ...openSecrets(deps.secretBox, account) };
    const isRetry = account.state === 'Failed' && change.properties !== undefined;
    if (!change.validate && !isRetry && !isChange(stored, change.properties)) {
      await accountStore.saveAccount(transaction, named);
      return named;
    }
    const channel = await getChannel(transaction, key);
    const given = change.properties ?? {};
    const merged = { ...stored, ...given };
    refuseInvalid(channel, given, merged);
    const sealed = new Set(Object.keys(account.secrets));
    const { shown, secret } = splitProperties(channel.accountFields, merged, { sealed, given });
    const changed: AccountRow = {
      ...named,
      properties: shown,
      secrets: sealSecrets(deps.secretBox, key, secret),
      state: 'Authenticating',
      validation: account.validation + 1,
      eventId: null,
      message: null,
      fieldErrors: [],
    };
    await accountStore.saveAccount(transaction, changed);
    await requestValidation(transaction, channel, changed);
    return changed;
  });
}

/**
 * Changes the name or properties of an account. A name or property that is omitted keeps its value. Changed properties are validated again.
 * @throws PimentoError unknown-account, invalid-values, quota-exceeded
 */
export function updateAccount(
  deps: AccountDeps,
  key: AccountKey,
  patch: { name?: string | undefined; properties?: Properties | undefined },
): Promise<AccountRow> {
  return changeAccount(deps, key, { ...patch, validate: false });
}

/** @throws PimentoError unknown-account, quota-exceeded; invalid-values if the channel has changed its account fields */
export function validateAccount(deps: AccountDeps, key: AccountKey): Promise<AccountRow> {
  return changeAccount(deps, key, { validate: true });
}

/** @throws PimentoError unknown-account */
export async function deleteAccount(deps: AccountDeps, key: AccountKey): Promise<void> {
  await transaction(deps.database, async (transaction) => {
    await lockConnection(transaction, key);
    describeAct({ after: { channelId: key.channelId } });
    if (!(await accountStore.deleteAccountRow(transaction, key))) throw unknownAccount(key.accountId);
  });
}

/**
 * Disconnects a client from a channel and adds an event that notifies the adapter.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function deleteConnection(deps: AccountDeps, key: ConnectionKey): Promise<void> {
  await transaction(deps.database, async (transaction) => {
    const channel = await getChannel(transaction, key);
    await deps.beforeDisconnect(transaction, key);
    if ((await lockConnection(transaction, key)) === undefined) throw unknownConnection(key.channelId);
    const accounts = await listAccounts(transaction, key);
    await deps.onDisconnect(transaction, key);
    await deleteConnectionRow(transaction, key);
    const data = { accountIds: accounts.map((account) => account.accountId) };
    await addEvents(transaction, channel.adapterId, [{ ...key, eventType: 'CLIENT_CHANNEL_DELETED_EVENT', data }]);
  });
}
