import { sql } from 'kysely';
import type { Transaction } from '../platform/index.ts';
import type { ConnectionKey } from './channel-types.ts';

/**
 * Locks a connection until the transaction ends. Other transactions that change its accounts or product states wait.
 * @returns the number of the last change to a product state; undefined if the client is not connected
 */
export async function lockConnection(connection: Transaction, key: ConnectionKey): Promise<number | undefined> {
  const { rows } = await sql<{ lastChange: number }>`
    select connection.last_change as "lastChange"
    from connection
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}
    for update`.execute(connection);
  return rows[0]?.lastChange;
}

/** Saves the number of the last change. The transaction must hold the lock of the connection. */
export async function saveLastChange(connection: Transaction, key: ConnectionKey, lastChange: number): Promise<void> {
  await sql`
    update connection
    set last_change = ${lastChange}
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}`.execute(connection);
}

/** How far changes have been numbered and applied. */
export interface ConnectionProgress {
  /** The number of the last change to a product state. */
  lastChange: number;
  /** Position in the client's change feed up to which the changes have been applied. If null, all products must be compared. */
  feedPosition: number | null;
}

/** Locks a connection like `lockConnection`, but does not wait. @returns undefined if the connection is locked or does not exist */
export async function tryLockConnection(
  connection: Transaction,
  key: ConnectionKey,
): Promise<ConnectionProgress | undefined> {
  const { rows } = await sql<ConnectionProgress>`
    select connection.last_change as "lastChange", connection.feed_position as "feedPosition"
    from connection
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}
    for update skip locked`.execute(connection);
  return rows[0];
}

/** Saves the progress of a connection. The transaction must hold the lock of the connection. */
export async function saveConnectionProgress(
  connection: Transaction,
  key: ConnectionKey,
  { lastChange, feedPosition }: ConnectionProgress,
): Promise<void> {
  await sql`
    update connection
    set last_change = ${lastChange}, feed_position = ${feedPosition}
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}`.execute(connection);
}

/**
 * Connects the client if necessary, and locks the connection. On a channel with a data standard, a new connection is gated and evaluations
 * set the state Ready.
 * @returns false if the channel does not exist
 * @throws PostgreSQL error 23503 if the client does not exist
 */
export async function joinConnection(connection: Transaction, key: ConnectionKey): Promise<boolean> {
  while ((await lockConnection(connection, key)) === undefined)
    if (!(await createConnectionRow(connection, key))) return false;
  return true;
}

async function createConnectionRow(connection: Transaction, key: ConnectionKey): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    with found as materialized (
      select channel.channel_id, channel.standard_version is not null as has_standard
      from channel
      where channel.channel_id = ${key.channelId}
      -- a version that becomes current gates all connections, so this one is created before or after it
      for share
    ), created as (
      insert into connection (client_id, channel_id, is_gated, ready_when)
      select ${key.clientId}, found.channel_id, found.has_standard, case when found.has_standard then 'valid' else 'marked' end
      from found
      on conflict do nothing
    )
    select exists (select from found) as "exists"`.execute(connection);
  return rows[0]?.exists ?? false;
}

/** Deletes a connection and its accounts. The states of its products are deleted in the background. */
export async function deleteConnectionRow(connection: Transaction, key: ConnectionKey): Promise<void> {
  await sql`
    delete from connection
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}`.execute(connection);
}

/** Saves the list of values that the adapter provides for a client. It applies to all accounts of the connection. */
export async function saveClientListOfValues(
  connection: Transaction,
  key: ConnectionKey,
  list: unknown,
): Promise<void> {
  await sql`
    update connection
    set list_of_values = ${JSON.stringify(list)}::jsonb
    where connection.client_id = ${key.clientId} and connection.channel_id = ${key.channelId}`.execute(connection);
}
