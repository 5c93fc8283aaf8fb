import { type Database, PimentoError, type ClientId, transaction } from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { type ClientRow, createClientRow, setSecondFactorDemand } from './client-store.ts';

/** @throws PimentoError already-exists */
export async function createClient(
  database: Database,
  client: { clientId: ClientId; name: string },
): Promise<ClientRow> {
  const created = await transaction(database, (opened) => createClientRow(opened, client));
  if (!created) throw new PimentoError(problem('already-exists', { kind: 'client', clientId: client.clientId }));
  return created;
}

/**
 * Sets whether people need a second factor to open a client.
 * @throws PimentoError unknown-client
 */
export async function demandSecondFactor(
  database: Database,
  clientId: ClientId,
  { needed }: { needed: boolean },
): Promise<{ needed: boolean }> {
  if (!(await setSecondFactorDemand(database, clientId, needed)))
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));
  return { needed };
}
