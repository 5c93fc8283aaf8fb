import { ProblemError } from '@pimento/client';
import type { AnswerOf, listAdapterChannels, QueryOf } from '@pimento/contract';

type ChannelPage = AnswerOf<typeof listAdapterChannels>;
export type ListedChannel = Omit<ChannelPage['channels'][number], 'connections'>;

/** Maximum number of connections on a page. */
const limit = 1_000;

/**
 * Lists the channels of an adapter, each once, without their connections.
 * @param list requests a page or, without a query, all connections. An older service supports only requests without a query
 */
export async function listAllChannels(
  list: (query?: QueryOf<typeof listAdapterChannels>) => Promise<ChannelPage>,
): Promise<ListedChannel[]> {
  const found = new Map<string, ListedChannel>();
  let next: string | null | undefined;
  do {
    const page: ChannelPage = await list({ limit, startingAfter: next ?? undefined }).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'invalid-parameter') return list();
      throw error;
    });
    for (const channel of page.channels) found.set(channel.channelId, channel);
    next = page.next;
  } while (next);
  return [...found.values()];
}
