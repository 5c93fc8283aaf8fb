import { z } from 'zod';
import { eventSchema, eventTypes } from './events.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';

/** Maximum number of unacknowledged events that are counted for an adapter. */
export const maxCountedEvents = 100_000;

export const adapterStreamSchema = z
  .object({
    adapterId: z.string(),
    lastCall: z.string().nullable().describe('When a key of the adapter was last used, to the minute'),
    backlog: z.number().int().describe(`Unacknowledged events, counted up to ${maxCountedEvents}`),
    oldestUnacknowledged: z.string().nullable().describe('When the oldest unacknowledged event was created'),
    purgeFrom: z
      .string()
      .nullable()
      .describe('The earliest time at which an unacknowledged event is purged; null if none will be'),
    newestEvent: z.string().nullable().describe('When the newest stored event was created'),
    purgedUnread: z.number().int().describe('Events that were purged before the adapter acknowledged them'),
    purges: z
      .array(
        z.object({
          clientId: z.string(),
          eventType: z.enum(eventTypes),
          count: z.number().int(),
          last: z.string().describe('Time of the latest purge'),
        }),
      )
      .describe('These events by client and type; the 100 with the latest purge'),
  })
  .meta({ id: 'AdapterStream' });
export type AdapterStream = z.infer<typeof adapterStreamSchema>;

const operatorOnly = { tag: 'Adapters', permission: { who: 'operator' } } as const;

export const listAdapterStreams = operation({
  ...operatorOnly,
  id: 'listAdapterStreams',
  method: 'GET',
  path: '/console/streams',
  summary: 'List the adapters with their last calls and backlogs',
  params: none,
  query: none,
  answers: {
    200: {
      description: 'The streams, by adapter',
      schema: z.object({ streams: z.array(adapterStreamSchema) }).meta({ id: 'AdapterStreamList' }),
    },
  },
  problems: [],
});

export const listAdapterEvents = operation({
  ...operatorOnly,
  id: 'listAdapterEvents',
  method: 'GET',
  path: '/console/adapters/{adapterId}/events',
  summary: 'List the events of an adapter, newest first',
  description: 'Reading events here does not acknowledge them. Passwords are not included.',
  params: z.object({ adapterId: storableText() }),
  query: z.object({
    type: z.enum(eventTypes, must({ rule: 'one-of', values: eventTypes })).optional(),
    channelId: storableText().optional(),
    clientId: storableText().optional(),
    unacknowledged: booleanText().default(false).describe('true: only unacknowledged events'),
    limit: integerText(1, 200).default(50),
    startingAfter: z.string().optional().describe('`next` of the previous page; older events follow'),
  }),
  answers: {
    200: {
      description: 'A page of events',
      schema: z
        .object({ events: z.array(eventSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'AdapterEventPage' }),
    },
  },
  problems: ['unknown-adapter', 'invalid-parameter', 'unknown-cursor'],
});

export const replayEvent = operation({
  ...operatorOnly,
  id: 'replayEvent',
  audit: { object: 'event', id: 'eventId' },
  method: 'POST',
  path: '/console/adapters/{adapterId}/events/{eventId}/replay',
  summary: 'Reset an event to unacknowledged, so that the adapter gets it again',
  description:
    'The event keeps its position in the stream: a poll without `startingAfter` returns it again. An unacknowledged event does not change.',
  params: z.object({ adapterId: storableText(), eventId: z.string() }),
  query: none,
  answers: { 200: { description: 'The event', schema: eventSchema } },
  problems: ['unknown-adapter', 'unknown-event'],
});
