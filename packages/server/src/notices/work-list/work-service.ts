import type { WorkItem, WorkList } from '@pimento/contract';
import type { Clock, Connection } from '../../platform/index.ts';
import type { Recipient } from '../notice-types.ts';
import { listFailedAccounts, listFailedDownloads, listUnreadDays } from './failure-work-views.ts';
import { listImportsWithErrors } from './import-work-views.ts';
import { listNotReady, listReturned, listReturnedDays } from './product-work-views.ts';
import { importItem, notReadyItem, totalOf, trendOf, workDaysUntil } from './work-rules.ts';
import type { DayCount } from './work-types.ts';

type Reader = Recipient & { isOwner: boolean };

/** Returns one item with the total of the daily counts, or an empty array if the total is 0. */
function countedItem(
  days: readonly string[],
  kind: 'downloads-failed' | 'notices-unread',
  counted: readonly DayCount[],
): WorkItem[] {
  const count = totalOf(counted);
  return count === 0 ? [] : [{ kind, count, trend: trendOf(days, counted) }];
}

async function accountItems(connection: Connection, reader: Reader, days: readonly string[]): Promise<WorkItem[]> {
  const failed = await listFailedAccounts(connection, reader.clientId);
  return failed.map(({ counted, ...item }) => ({
    kind: 'accounts-failed',
    ...item,
    count: totalOf(counted),
    trend: trendOf(days, counted),
  }));
}

async function returnedItems(
  connection: Connection,
  { clientId }: Reader,
  days: readonly string[],
  since: string,
): Promise<WorkItem[]> {
  const returned = await listReturned(connection, clientId);
  if (returned.length === 0) return [];
  const ended = await listReturnedDays(connection, clientId, since);
  return returned.map((item) => ({
    kind: 'products-returned',
    ...item,
    trend: trendOf(
      days,
      ended.filter(({ channelId, state }) => channelId === item.channelId && state === item.state),
    ),
  }));
}

/**
 * Returns what needs the attention of a person, the most urgent first. Every query is bounded, so the answer takes about the same time for
 * a client of any size. The queries run one after the other, so that the page of one person never takes more than one database connection.
 */
export async function readWorkList(
  { database, clock }: { database: Connection; clock: Clock },
  reader: Reader,
): Promise<WorkList> {
  const days = workDaysUntil(clock.now());
  const since = days[0] ?? '';
  const { clientId } = reader;
  const accounts = await accountItems(database, reader, days);
  const imports = importItem(days, await listImportsWithErrors(database, clientId, since));
  const returned = await returnedItems(database, reader, days, since);
  const notReady = await listNotReady(database, clientId, since);
  const downloads = await listFailedDownloads(database, clientId);
  const unread = await listUnreadDays(database, reader);
  return {
    days,
    items: [
      ...accounts,
      ...(imports ? [imports] : []),
      ...returned,
      ...notReady.map((channel) => notReadyItem(days, channel)),
      ...countedItem(days, 'downloads-failed', downloads),
      ...countedItem(days, 'notices-unread', unread),
    ],
  };
}
