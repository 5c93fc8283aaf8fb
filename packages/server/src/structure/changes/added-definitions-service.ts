import { problem } from '@pimento/contract/problem';
import {
  type ClientId,
  type Database,
  isLockTimeout,
  limitLockWaits,
  PimentoError,
  type Transaction,
  transaction,
} from '../../platform/core.ts';
import { compileStructure } from '../definitions/structure-compiler.ts';
import { definitionsLocked, listAttributeRows, lockStructure, maxLockWaitMs } from '../state/structure-store.ts';
import type { CompiledStructure } from '../values/structure-types.ts';
import { applyMerge, mergeDefinitions } from './merge-service.ts';

/** New definitions have no type that could change. */
const noTypeChange = () => Promise.reject(new Error('added definitions change no type'));

/**
 * Adds definitions to those of a client, all or nothing.
 * @param missing returns the definitions to add, given the current ones; parents precede their children
 * @param beside makes further changes in the same transaction
 * @throws PimentoError invalid-definitions with every problem, changed-meanwhile if a definition already exists and stored values would
 * have to be checked, not-possible-now if the definitions are locked for more than 30 s
 */
export async function addDefinitions(
  database: Database,
  clientId: ClientId,
  missing: (structure: CompiledStructure) => readonly unknown[],
  beside: (opened: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await transaction(database, async (opened) => {
      await limitLockWaits(opened, maxLockWaitMs);
      const state = await lockStructure(opened, clientId, 'update');
      const stored = await listAttributeRows(opened, clientId);
      const added = missing(compileStructure(clientId, state.judgedVersion, stored));
      const merge = mergeDefinitions(stored, added, state);
      if (merge.checks.length > 0) throw new PimentoError(problem('changed-meanwhile', { kind: 'definitions' }));
      await applyMerge(opened, noTypeChange, clientId, { merge, state });
      await beside(opened);
    });
  } catch (error) {
    throw isLockTimeout(error) ? definitionsLocked() : error;
  }
}
