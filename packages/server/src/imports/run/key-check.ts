import { problem } from '@pimento/contract/problem';
import { findEndedKeys } from '../../access/core.ts';
import { type Connection, PimentoError } from '../../platform/core.ts';
import type { ImportRequest } from '../judge/import-types.ts';

const keyActor = 'key:';

/**
 * Ends an import whose key was revoked, deleted or expired while it was running. A stored body is still imported if its key has expired
 * meanwhile, because its request was already answered.
 * @throws PimentoError unauthorized
 */
export async function requireUsableKey(
  connection: Connection,
  { actor, isStored }: Pick<ImportRequest, 'actor' | 'isStored'>,
  now: Date,
): Promise<void> {
  if (!actor.startsWith(keyActor)) return;
  const ended = await findEndedKeys(connection, [actor.slice(keyActor.length)], isStored ? null : now);
  if (ended.length > 0) throw new PimentoError(problem('unauthorized', { kind: 'ended' }));
}
