import { problem } from '@pimento/contract/problem';
import { findClient, findEndedKeys } from '../../access/core.ts';
import { type Connection, PimentoError } from '../../platform/core.ts';
import type { ImportRequest } from '../judge/import-types.ts';

const keyActor = 'key:';

/**
 * Ends an import if its key was revoked, was deleted or has expired. Ends an import without a key if its client is being deleted. If the
 * key expires after the body was stored, the import continues, because its request was already answered.
 * @throws PimentoError unauthorized, unknown-client
 */
export async function requireUsableKey(
  connection: Connection,
  { actor, clientId, isStored }: Pick<ImportRequest, 'actor' | 'clientId' | 'isStored'>,
  now: Date,
): Promise<void> {
  if (!actor.startsWith(keyActor)) {
    if (await findClient(connection, clientId)) return;
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));
  }
  const ended = await findEndedKeys(connection, [actor.slice(keyActor.length)], isStored ? null : now);
  if (ended.length > 0) throw new PimentoError(problem('unauthorized', { kind: 'ended' }));
}
