import { findVisibleChannel } from '../channels/index.ts';
import { channelIdOf, type ClientId, type Connection, type Database } from '../platform/index.ts';
import { type StandardAnswers, unknownStandard } from './standard-answer-service.ts';
import type { StandardKey } from './versions/standard-types.ts';

/** Returns the key of the data standard of a channel that the client can see. @throws PimentoError unknown-standard */
export async function requireKey(connection: Connection, clientId: ClientId, id: string): Promise<StandardKey> {
  const channelId = channelIdOf(id);
  const channel = await findVisibleChannel(connection, { clientId, channelId });
  if (!channel) throw unknownStandard(channelId);
  return { adapterId: channel.adapterId, channelId };
}

export interface ReadingDeps {
  database: Database;
  answer: StandardAnswers;
}
