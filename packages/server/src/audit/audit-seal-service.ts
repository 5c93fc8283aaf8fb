import { type Database, transaction } from '../platform/index.ts';
import { type Signer, sealOf } from './audit-seal-rules.ts';
import { appendSeals, listUnsealed, lockChain } from './audit-chain-store.ts';
import { findUnsealedClient } from './audit-chain-views.ts';

const batchSize = 500;

/**
 * Seals the oldest unsealed events of one client, at most 500. Events are sealed after their commit, so that transactions that add events
 * never wait for each other. An event can therefore be sealed after an event with a higher id.
 * @returns false if there was nothing to seal
 */
export async function sealBatch(database: Database, signer: Signer): Promise<boolean> {
  const clientId = await findUnsealedClient(database);
  if (clientId === undefined) return false;
  await transaction(database, async (opened) => {
    let before: { number: number; seal: string } = await lockChain(opened, clientId);
    const seals = (await listUnsealed(opened, clientId, batchSize)).map((unsealed) => {
      const next = sealOf(signer, before, unsealed);
      before = next;
      return next;
    });
    await appendSeals(opened, clientId, seals);
  });
  return true;
}
