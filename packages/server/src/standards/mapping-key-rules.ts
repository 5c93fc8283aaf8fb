import type { ChannelId, ClientCaller } from '../platform/index.ts';
import type { MappingKey } from './mapping/mapping-types.ts';

export const keyOf = ({ clientId }: ClientCaller, { channelId }: { channelId: ChannelId }): MappingKey => ({
  clientId,
  channelId,
});
