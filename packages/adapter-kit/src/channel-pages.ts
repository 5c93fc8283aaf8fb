import { ProblemError } from '@pimento/client';
import type { AnswerOf, listAdapterChannels, QueryOf } from '@pimento/contract';

type ChannelPage = AnswerOf<typeof listAdapterChannels>;
export type ListedChannel = ChannelPage['channels'][number];

/** Maximum number of connections on a page. */
const limit = 1_000;

/**
 * Lists the channels of an adapter, each once.
 * @param list requests a page. Without a query it requests all connections at once, because an older service knows no pages
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
