import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { isStorable } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';

export const eventTypes = ['SUBMIT_EVENT', 'AUTHENTICATION_EVENT', 'CLIENT_CHANNEL_DELETED_EVENT'] as const;
export type EventType = (typeof eventTypes)[number];

/** What each type of event says. */
export const submitEventData = z
  .object({
    submissionId: z.string(),
    accountId: z.string(),
    productCount: z.number().int(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'SubmitEventData' });
export const authenticationEventData = z
  .object({
    accountId: z.string(),
    accountName: z.string(),
    properties: z
      .record(z.string(), z.string().nullable())
      .describe('The account fields; passwords are readable until the result was reported, then null'),
  })
  .meta({ id: 'AuthenticationEventData' });
export const clientChannelDeletedEventData = z
  .object({ accountIds: z.array(z.string()) })
  .meta({ id: 'ClientChannelDeletedEventData' });

export const eventSchema = z
  .object({
    eventId: z.string().describe('UUIDv7; also the cursor'),
    created: z.string().describe('Rises strictly within a stream, in whole milliseconds'),
    clientId: z.string(),
    channelId: z.string(),
    eventType: z.enum(eventTypes),
    acknowledged: z
      .boolean()
      .describe('As it is after this call: true for what a read with autoAck has just acknowledged'),
    data: z.union([submitEventData, authenticationEventData, clientChannelDeletedEventData]),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof eventSchema>;

const id = z.string(must('once')).refine(isStorable, must('no-null-character'));
const typeSentence = must({ rule: 'one-of', values: eventTypes });

export const pollEvents = operation({
  id: 'pollEvents',
  method: 'GET',
  path: '/external/events',
  tag: 'Adapter gateway',
  summary: "The next events of the adapter's stream, oldest first",
  description:
    'Answers the unacknowledged events, with `returnAck=true` the acknowledged ones too, that come after `startingAfter`. With `autoAck=true` the events of the page are acknowledged by the read itself, and no other poll gets them as unacknowledged. A page that was lost on its way is read again with `startingAfter` and `returnAck=true`. Events are kept for 30 days from creation, acknowledged or not. Poll every 30 to 60 seconds, and at once while `hasMore` is true.',
  permission: { who: 'adapter' },
  params: none,
  query: z.object({
    type: z
      .string(typeSentence)
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(eventTypes, typeSentence))
      .optional()
      .describe('Only events of this type, any letter case')
      .meta({ override: { type: 'string', enum: [...eventTypes] } }),
    channelId: id.optional().describe('Only events of this channel; there are none for a channel of another adapter'),
    clientId: id.optional().describe('Only events of this client'),
    limit: integerText(1, 100).default(10),
    startingAfter: z
      .string(must('once'))
      .optional()
      .describe('eventId of the last event that was read. One older than the retention continues from its time'),
    autoAck: booleanText().default(true).describe('Acknowledge the events of the page by this read'),
    returnAck: booleanText().default(false).describe('Also events that were acknowledged before'),
  }),
  answers: {
    200: {
      description: 'A page of events',
      schema: z
        .object({
          events: z.array(eventSchema),
          hasMore: z.boolean().describe('More of what was asked for comes after this page'),
        })
        .meta({ id: 'EventPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor', 'too-many-requests'],
});

export const acknowledgeEvent = operation({
  id: 'acknowledgeEvent',
  method: 'PUT',
  path: '/external/events/{eventId}',
  tag: 'Adapter gateway',
  summary: 'Acknowledge one event',
  description: 'Again is the same: 200 with the event. A body is not read.',
  permission: { who: 'adapter' },
  params: z.object({ eventId: z.string() }),
  query: none,
  ignoresBody: true,
  answers: { 200: { description: 'The acknowledged event', schema: eventSchema } },
  problems: ['unknown-event', 'too-many-requests'],
});
