import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';

/** Number of days of each trend. The last day is today. */
export const workDays = 14;
/** The work list counts only up to this number, so that the response time does not depend on the size of the client. */
export const maxCountedWork = 10_000;
/** Number of days after its start for which an import with errors is listed. */
export const workImportDays = 7;

const text = z.string();
const count = z.number().int().min(1).describe(`${maxCountedWork} stands for ${maxCountedWork} or more`);
const trend = z
  .array(z.number().int().nullable())
  .length(workDays)
  .describe('One number for each of `days`; null if it is not known');
const channel = { channelId: text, channelName: text };

const items = {
  'accounts-failed': z
    .object({
      kind: z.literal('accounts-failed'),
      ...channel,
      count,
      trend,
      accountName: text,
      reason: text.nullable().describe('The message from the adapter'),
    })
    .describe(
      'Accounts of a channel that are not connected. Trend: those that are still not connected, by the day of their check',
    ),
  'imports-failed': z
    .object({ kind: z.literal('imports-failed'), count, trend, jobRef: text })
    .describe(
      `Imports of the last ${workImportDays} days that failed and were not followed by a completed one, or that rejected products that were not changed since; the newest 50 are checked. jobRef: the newest of them. Trend: all imports with errors, by the day on which they began`,
    ),
  'products-returned': z
    .object({ kind: z.literal('products-returned'), ...channel, state: z.enum(['Returned', 'Rejected']), count, trend })
    .describe(
      'Products whose last submission to the channel was returned or rejected. Trend: products with this result in submissions that ended on that day',
    ),
  'products-not-ready': z
    .object({
      kind: z.literal('products-not-ready'),
      ...channel,
      count: count.describe('From tallies: exact at any size'),
      trend,
      change: z
        .number()
        .int()
        .nullable()
        .describe('The count minus that of the last counted day before the current one; null if there is none'),
    })
    .describe(
      'Products that do not fulfil the data standard of the channel. Trend: their number at the end of each day',
    ),
  'downloads-failed': z
    .object({ kind: z.literal('downloads-failed'), count, trend })
    .describe(
      'Files that could not be downloaded. Trend: those that are still missing, by the day of the last attempt',
    ),
  'notices-unread': z
    .object({ kind: z.literal('notices-unread'), count, trend })
    .describe('Your unread notices, at most 100. Trend: by the day of the newest occurrence'),
};

export const workItemSchema = z
  .discriminatedUnion('kind', [
    items['accounts-failed'],
    items['imports-failed'],
    items['products-returned'],
    items['products-not-ready'],
    items['downloads-failed'],
    items['notices-unread'],
  ])
  .meta({ id: 'WorkItem' });
export type WorkItem = z.infer<typeof workItemSchema>;

export const getWorkList = operation({
  id: 'getWorkList',
  method: 'GET',
  path: '/console/work-list',
  tag: 'Notices',
  summary: 'List what needs your attention in the client now',
  description: `Each item has its current count and a trend over ${workDays} days (UTC). An item disappears when its cause is fixed. The answer is computed from tallies and bounded lists.`,
  permission: { who: 'member' },
  params: none,
  query: none,
  answers: {
    200: {
      description: 'The items, the most urgent first',
      schema: z
        .object({
          days: z.array(text).length(workDays).describe('yyyy-MM-dd, UTC, the oldest first'),
          items: z.array(workItemSchema),
        })
        .meta({ id: 'WorkList' }),
    },
  },
  problems: [],
});
export type WorkList = { days: string[]; items: WorkItem[] };
