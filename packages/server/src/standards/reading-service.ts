import { findVisibleChannel } from '../channels/index.ts';
import { channelIdOf, type ClientId, type Connection, type Database } from '../platform/index.ts';
import { type StandardAnswers, unknownStandard } from './standard-answer-service.ts';
import type { StandardKey } from './versions/standard-types.ts';

/** Finds the data standard of a channel that the client may see and use. */
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
