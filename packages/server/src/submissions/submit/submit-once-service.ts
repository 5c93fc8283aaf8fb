import { createHash } from 'node:crypto';
import { problem } from '@pimento/contract/problem';
import { type ClientId, type Clock, type Database, PimentoError, type Transaction } from '../../platform/index.ts';
import {
  claimSubmitKey,
  deleteExpiredKeys,
  findSubmitAnswer,
  type KeyedAnswer,
  saveSubmitAnswer,
  type SubmitKey,
} from './submit-key-store.ts';

/** A repeated request gets the first response for this long. */
const keptMs = 24 * 3_600_000;

/** @param request the data that must be equal if two requests have the same Idempotency-Key */
export function submitKeyOf(clientId: ClientId, key: string, request: readonly unknown[]): SubmitKey {
  return { clientId, key, requestHash: createHash('sha256').update(JSON.stringify(request)).digest() };
}

/** @throws PimentoError idempotency-key-reused if the key belongs to another request */
function answerOf({ requestHash, answer }: KeyedAnswer, key: SubmitKey): unknown {
  if (!requestHash.equals(key.requestHash)) throw new PimentoError(problem('idempotency-key-reused', {}));
  return answer;
}

const expiryAt = (clock: Clock) => new Date(clock.now().getTime() - keptMs);

/**
 * Returns the response to an earlier request with the same key.
 * @returns undefined if there was none
 * @throws PimentoError idempotency-key-reused
 */
export async function findEarlierAnswer(
  { database, clock }: { database: Database; clock: Clock },
  key: SubmitKey | undefined,
): Promise<unknown> {
  const found = key && (await findSubmitAnswer(database, key, expiryAt(clock)));
  return found && key && answerOf(found, key);
}

/**
 * Submits once per key. Stores the response in the given transaction, together with the submission. A repeated request gets the stored
 * response. If the transaction is rolled back, the next request submits.
 * @param key undefined to submit each time
 * @throws PimentoError idempotency-key-reused; errors of `submit`
 */
export async function submitOnce<Answer>(
  clock: Clock,
  transaction: Transaction,
  key: SubmitKey | undefined,
  submit: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return submit();
  const since = expiryAt(clock);
  await deleteExpiredKeys(transaction, key.clientId, since);
  const claimed = await claimSubmitKey(transaction, key, { at: clock.now(), since });
  if (claimed.answer !== null) return answerOf(claimed, key) as Answer; // the code below has stored the answer of the same operation
  const answer = await submit();
  await saveSubmitAnswer(transaction, key, answer);
  return answer;
}
