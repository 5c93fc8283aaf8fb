import { problem } from '@pimento/contract/problem';
import {
  isDatabaseUnavailable,
  isLockTimeout,
  isSerializationConflict,
  PimentoError,
  type ClientId,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import { type ChangeDeps, lockDefinitions } from './change-lock-service.ts';
import { refusalOf } from './change-rules.ts';
import { deleteWrites, lockNextChange, postponeChange, saveChange, watchWrites } from './change-store.ts';
import type { OpenChange } from './change-types.ts';
import { beginCheck, checkSlice, finishCheck } from './check-slice-service.ts';
import { convertSlice } from './convert-slice-service.ts';

const isBusy = (error: unknown) => isLockTimeout(error) || isSerializationConflict(error);

/**
 * Runs the next slice of the open change that has waited longest. A slice checks or converts products for 200 ms, or stores the
 * definitions.
 * @param clientId limits the choice to one client
 * @returns true if an open change was due
 * @throws the error of the slice, unless it is a lock timeout or a serialization conflict; after those, the change is retried after a
 * second
 */
export async function advanceChanges(deps: ChangeDeps, clientId?: ClientId): Promise<boolean> {
  const turn: { change: OpenChange | undefined } = { change: undefined };
  try {
    await transaction(deps.database, async (transaction) => {
      turn.change = await lockNextChange(transaction, clientId);
      if (turn.change) await doSlice(transaction, deps, turn.change);
    });
  } catch (error) {
    if (!turn.change || isDatabaseUnavailable(error)) throw error;
    const isStuck = !isBusy(error) && turn.change.status === 'Checking';
    await (isStuck ? fail(deps, turn.change) : postponeChange(deps.database, turn.change));
    if (!isBusy(error)) throw error;
  }
  return turn.change !== undefined;
}

/** Ends a check that failed with an unexpected error, so that the client's next change does not wait for it. */
async function fail({ database }: ChangeDeps, change: OpenChange): Promise<void> {
  const bug = problem('internal-error', { kind: 'request', requestId: change.changeId });
  await transaction(database, (transaction) =>
    saveChange(transaction, change, { status: 'Refused', problem: { ...bug, extra: {} } }, 'finished'),
  );
}

async function doSlice(transaction: Transaction, deps: ChangeDeps, change: OpenChange): Promise<void> {
  if (change.status === 'Converting') return convertSlice(transaction, deps, change);
  if (change.status !== 'Checking') return stopWatching(transaction, change);
  try {
    if (change.checksHash === null) return await beginCheck(transaction, change);
    return await (change.scanned ? finishCheck(transaction, deps, change) : checkSlice(transaction, deps, change));
  } catch (error) {
    // The stored definitions have changed since the request, so the new definitions can no longer be merged into them.
    if (!(error instanceof PimentoError)) throw error;
    await saveChange(transaction, change, { status: 'Refused', problem: refusalOf(error) }, 'finished');
  }
}

/** Stops writers from recording the products that they write. Call this after a check that ended without changing the definitions. */
async function stopWatching(transaction: Transaction, change: OpenChange): Promise<void> {
  await lockDefinitions(transaction, change);
  await watchWrites(transaction, change.clientId, null);
  await deleteWrites(transaction, change);
  await saveChange(transaction, change, { watching: false });
}
