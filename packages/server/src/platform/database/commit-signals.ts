import type { Transaction as KyselyTransaction } from 'kysely';
import type { Database } from './database.ts';

/**
 * Called after a transaction was committed, with the subjects of its signals on the listener's topic. `transaction` waits for the returned
 * promise, which must never reject.
 */
export type CommitListener = (subjects: readonly string[]) => Promise<void>;

const listeners = new WeakMap<Database, Map<string, CommitListener>>();
const sent = new WeakMap<KyselyTransaction<unknown>, Map<string, Set<string>>>();

/**
 * Registers a signal to background work of this process. It is sent after the transaction commits, as NOTIFY does between processes. If the
 * transaction is rolled back, it is not sent. Equal signals of one transaction are sent once.
 * @param topic the kind of work
 * @param subject what the work concerns, such as the id of an adapter
 */
export function signalCommit(opened: KyselyTransaction<unknown>, topic: string, subject: string): void {
  const topics = sent.get(opened) ?? new Map<string, Set<string>>();
  sent.set(opened, topics);
  topics.set(topic, (topics.get(topic) ?? new Set()).add(subject));
}

/**
 * Listens to the signals of transactions on this database. Dispose of the returned object to stop.
 * @throws Error if the topic already has a listener
 */
export function listenToCommits(database: Database, topic: string, listener: CommitListener): Disposable {
  const topics = listeners.get(database) ?? new Map<string, CommitListener>();
  listeners.set(database, topics);
  if (topics.has(topic)) throw new Error(`${topic} has a listener`);
  topics.set(topic, listener);
  return {
    [Symbol.dispose]() {
      topics.delete(topic);
    },
  };
}

/** Sends the signals of a transaction that was committed, and waits for the listeners. */
export async function sendSignals(database: Database, committed: KyselyTransaction<unknown>): Promise<void> {
  const topics = sent.get(committed);
  if (!topics) return;
  const heard = listeners.get(database);
  await Promise.all([...topics].map(async ([topic, subjects]) => heard?.get(topic)?.([...subjects])));
}
