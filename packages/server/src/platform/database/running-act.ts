import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';

/** Facts that a service function adds about an act, because the request does not contain them. They never contain a secret. */
export interface ActFacts {
  /** Client that the act concerns, if the request does not name it. */
  clientId?: string;
  /** The actor, if the request does not show it, such as a person who signs in. */
  actor?: string;
  /** Id of the object, if the request does not name it. */
  object?: string;
  /** True if the act failed although the response is not an error, such as a failed sign-in that redirects to a page. */
  failed?: true;
  /** Former settings. */
  before?: Record<string, unknown>;
  /** New settings, in addition to those of the request. */
  after?: Record<string, unknown>;
}

/** A running act, which is a request that the audit log records (decision 0029). */
export interface RunningAct {
  describe(facts: ActFacts): void;
  /** Adds the record if the transaction has written anything. @returns true if it was added */
  recordIn(transaction: Transaction<unknown>): Promise<boolean>;
  /** Called when a transaction that contains the record was committed. */
  confirm(): void;
}

const acts = new AsyncLocalStorage<RunningAct>();

/** Runs the work of a request as an act. The first transaction that writes something also records the act. */
export function runAct<T>(act: RunningAct, work: () => Promise<T>): Promise<T> {
  return acts.run(act, work);
}

/** Runs work that does not belong to the act of the current request, such as a background worker that the request wakes. */
export const outsideAct = <T>(work: () => T): T => acts.exit(work);

export const currentAct = (): RunningAct | undefined => acts.getStore();

/** Adds facts to the record of the current act. Does nothing outside of an act. */
export function describeAct(facts: ActFacts): void {
  acts.getStore()?.describe(facts);
}
