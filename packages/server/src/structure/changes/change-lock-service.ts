import { type Clock, type Database, limitLockWaits, type Transaction } from '../../platform/index.ts';
import { lockStructure, type StructureState } from '../state/structure-store.ts';
import type { OpenChange } from './change-types.ts';
import type { TypeChange } from './merge-service.ts';
import { lockWaitMs } from './slice-rules.ts';

export interface ChangeDeps {
  database: Database;
  clock: Clock;
  onTypeChange: TypeChange;
}

/**
 * Takes the structure lock for a slice.
 * @throws a lock timeout (see `isLockTimeout`) after `lockWaitMs`; the slice is then repeated later
 */
export async function lockDefinitions(
  transaction: Transaction,
  change: OpenChange,
  strength: 'share' | 'update' = 'update',
): Promise<StructureState> {
  await limitLockWaits(transaction, lockWaitMs(change.lockTries));
  return lockStructure(transaction, change.clientId, strength);
}
