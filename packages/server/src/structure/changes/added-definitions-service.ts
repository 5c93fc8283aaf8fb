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
import {
  definitionsLocked,
  findStructureState,
  lockStructure,
  maxLockWaitMs,
  type StructureState,
} from '../state/structure-store.ts';
import { listAttributeRows } from '../state/attribute-row-store.ts';
import type { CompiledStructure } from '../values/structure-types.ts';
import { applyMerge, mergeDefinitions } from './merge-service.ts';

/** New definitions have no type that could change. */
const noTypeChange = () => Promise.reject(new Error('added definitions change no type'));

/** Returns the definitions to add, given the current ones. Parents precede their children. */
type Missing = (structure: CompiledStructure) => readonly unknown[];

async function applyMissing(
  opened: Transaction,
  clientId: ClientId,
  state: StructureState,
  missing: Missing,
): Promise<void> {
  const stored = await listAttributeRows(opened, clientId);
  const added = missing(compileStructure(clientId, state.judgedVersion, stored));
  const merge = mergeDefinitions(stored, added, state);
  if (merge.checks.length > 0) throw new PimentoError(problem('changed-meanwhile', { kind: 'definitions' }));
  await applyMerge(opened, noTypeChange, clientId, { merge, state });
}

/**
 * Adds definitions to a temporary copy of the tables, which needs no lock.
 * @param opened the transaction whose tables are the copy; they contain the state of the client
 * @throws PimentoError invalid-definitions, changed-meanwhile
 */
export async function tryDefinitions(opened: Transaction, clientId: ClientId, missing: Missing): Promise<void> {
  await applyMissing(opened, clientId, await findStructureState(opened, clientId), missing);
}

/**
 * Adds definitions to those of a client, all or nothing.
 * @param beside makes further changes in the same transaction
 * @throws PimentoError invalid-definitions with every problem, changed-meanwhile if a definition already exists and stored values would
 * have to be checked, not-possible-now if the definitions are locked for more than 30 s
 */
export async function addDefinitions(
  database: Database,
  clientId: ClientId,
  missing: Missing,
  beside: (opened: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await transaction(database, async (opened) => {
      await limitLockWaits(opened, maxLockWaitMs);
      const state = await lockStructure(opened, clientId, 'update');
      await applyMissing(opened, clientId, state, missing);
      await beside(opened);
    });
  } catch (error) {
    throw isLockTimeout(error) ? definitionsLocked() : error;
  }
}
