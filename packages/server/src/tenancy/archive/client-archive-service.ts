import { problem } from '@pimento/contract/problem';
import { findClient } from '../../access/index.ts';
import {
  type ClientId,
  type Clock,
  type Connection,
  type Database,
  PimentoError,
  transaction,
} from '../../platform/index.ts';
import { expireOlder, insertArchive } from './client-archive-store.ts';
import type { ArchiveRow } from './client-archive-types.ts';
import { listArchives } from './client-archive-views.ts';

/** Maximum number of archives in a list. */
const maxListed = 50;
/** Number of complete archives that are kept when a client requests a new one. */
const keptArchives = 2;

/** @throws PimentoError unknown-client if the client does not exist or is being deleted */
export async function requireClient(connection: Connection, clientId: ClientId): Promise<void> {
  if (!(await findClient(connection, clientId)))
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId }));
}

/** Returns the newest archives of a client, newest first. @throws PimentoError unknown-client */
export async function getArchives(connection: Connection, clientId: ClientId): Promise<ArchiveRow[]> {
  await requireClient(connection, clientId);
  return listArchives(connection, clientId, maxListed);
}

/** Requests an archive. If an archive is already waiting or being written, returns that archive. @throws PimentoError unknown-client */
export async function createArchive(
  { database, clock }: { database: Database; clock: Clock },
  { clientId, actor }: { clientId: ClientId; actor: string },
): Promise<ArchiveRow> {
  return transaction(database, async (transaction) => {
    await requireClient(transaction, clientId);
    const createdAt = clock.now();
    await insertArchive(transaction, { clientId, archiveId: clock.newId(), actor, createdAt });
    await expireOlder(transaction, clientId, { keep: keptArchives, at: createdAt });
    const newest = await listArchives(transaction, clientId, maxListed);
    const unfinished = newest.find(({ status }) => status === 'Waiting' || status === 'Writing');
    if (!unfinished) throw new Error('the archive that was just requested was not found');
    return unfinished;
  });
}
