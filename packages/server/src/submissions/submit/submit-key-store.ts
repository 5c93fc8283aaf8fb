import { sql } from 'kysely';
import type { ClientId, Connection, Transaction } from '../../platform/index.ts';

/** An Idempotency-Key of a client. */
export interface SubmitKey {
  clientId: ClientId;
  key: string;
  /** SHA-256 of the data that must be equal in a repeated request. */
  requestHash: Buffer;
}

export interface KeyedAnswer {
  requestHash: Buffer;
  /** Null for a key that this transaction has just claimed. */
  answer: unknown;
}

/**
 * Maximum number of expired keys that one submit deletes. Each submit adds only one key, so the expired keys of an active client do not
 * accumulate.
 */
const maxExpired = 100;

/** Finds the response to an earlier request. @returns undefined if there was none at `since` or later */
export async function findSubmitAnswer(
  connection: Connection,
  { clientId, key }: SubmitKey,
  since: Date,
): Promise<KeyedAnswer | undefined> {
  const { rows } = await sql<KeyedAnswer>`
    select submit_key.request_hash as "requestHash", submit_key.answer
    from submit_key
    where submit_key.client_id = ${clientId}
      and submit_key.idempotency_key = ${key}
      and submit_key.created_at >= ${since}`.execute(connection);
  return rows[0];
}

/** Deletes up to `maxExpired` keys of a client that were claimed before `since`. */
export async function deleteExpiredKeys(transaction: Transaction, clientId: ClientId, since: Date): Promise<void> {
  await sql`
    with expired as materialized (
      select submit_key.idempotency_key
      from submit_key
      where submit_key.client_id = ${clientId} and submit_key.created_at < ${since}
      order by submit_key.created_at
      limit ${maxExpired}
      for update skip locked
    )
    delete from submit_key
    using expired
    where submit_key.client_id = ${clientId} and submit_key.idempotency_key = expired.idempotency_key`.execute(
    transaction,
  );
}

/**
 * Claims a key for this transaction. Waits for a concurrent transaction with the same key. A key that was claimed before `since` has
 * expired and is claimed as if it were new, because `deleteExpiredKeys` may have left it.
 * @returns the earlier request with the key and its answer; or this request with `answer` null if this transaction has claimed the key
 */
export async function claimSubmitKey(
  transaction: Transaction,
  { clientId, key, requestHash }: SubmitKey,
  { at, since }: { at: Date; since: Date },
): Promise<KeyedAnswer> {
  const hasExpired = sql<boolean>`submit_key.created_at < ${since}`;
  // The update changes nothing if the key has not expired, but makes the statement return the row.
  const { rows } = await sql<KeyedAnswer>`
    insert into submit_key (client_id, idempotency_key, request_hash, created_at)
    values (${clientId}, ${key}, ${requestHash}, ${at})
    on conflict (client_id, idempotency_key) do update
    set
      request_hash = case when ${hasExpired} then excluded.request_hash else submit_key.request_hash end,
      answer = case when ${hasExpired} then null else submit_key.answer end,
      created_at = case when ${hasExpired} then excluded.created_at else submit_key.created_at end
    returning submit_key.request_hash as "requestHash", submit_key.answer`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('an insert that cannot be skipped returned no row');
  return row;
}

export async function saveSubmitAnswer(
  transaction: Transaction,
  { clientId, key }: SubmitKey,
  answer: unknown,
): Promise<void> {
  await sql`
    update submit_key
    set answer = ${JSON.stringify(answer)}::jsonb
    where submit_key.client_id = ${clientId} and submit_key.idempotency_key = ${key}`.execute(transaction);
}
