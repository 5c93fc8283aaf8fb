import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { isStorable } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';

export const eventTypes = ['SUBMIT_EVENT', 'AUTHENTICATION_EVENT', 'CLIENT_CHANNEL_DELETED_EVENT'] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * Message of a submission whose event was purged before the adapter fetched the submission, or of an account whose event was purged before
 * the adapter reported a result for it.
 */
export const neverPickedUp = 'never picked up';
/** Message of a submission that its adapter fetched but did not report on before the event was purged. */
export const neverReported = 'picked up, but never reported';
/** Message of an account field that an adapter reported as wrong without a message. */
export const notAccepted = 'The channel did not accept this value.';

export const submitEventData = z
  .object({
    submissionId: z.string(),
    accountId: z.string(),
    productCount: z.number().int(),
    comment: z.string().nullable(),
    operation: z
      .literal('withdraw')
      .optional()
      .describe('The products are to be taken off the channel; absent in an ordinary submission'),
  })
  .meta({ id: 'SubmitEventData' });
export const authenticationEventData = z
  .object({
    accountId: z.string(),
    accountName: z.string(),
    properties: z
      .record(z.string(), z.string().nullable())
      .describe('The account fields; passwords are included until the result is reported, then null'),
  })
  .meta({ id: 'AuthenticationEventData' });
export const clientChannelDeletedEventData = z
  .object({ accountIds: z.array(z.string()) })
  .meta({ id: 'ClientChannelDeletedEventData' });

export const eventSchema = z
  .object({
    eventId: z.string().describe('UUIDv7; also the cursor'),
    created: z.string().describe('Strictly increasing within a stream; whole milliseconds'),
    clientId: z.string(),
    channelId: z.string(),
    eventType: z.enum(eventTypes),
    acknowledged: z
      .boolean()
      .describe('The state after this call: true for events that this read acknowledged with autoAck'),
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
  summary: "Poll the next events of the adapter's stream, oldest first",
  description:
    'Returns the unacknowledged events after `startingAfter`; with `returnAck=true`, also the acknowledged events. With `autoAck=true`, the read acknowledges the events of the page, and no other poll returns them as unacknowledged. To read a lost page again, use `startingAfter` and `returnAck=true`. Events are stored for 30 days. Unacknowledged events are returned until they are purged, which happens when the service has run for 30 days since they were created; a CLIENT_CHANNEL_DELETED_EVENT is returned until it is acknowledged. Poll every 30 to 60 seconds, and immediately while `hasMore` is true.',
  permission: { who: 'adapter' },
  params: none,
  query: z.object({
    type: z
      .string(typeSentence)
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(eventTypes, typeSentence))
      .optional()
      .describe('Only events of this type, case-insensitive')
      .meta({ override: { type: 'string', enum: [...eventTypes] } }),
    channelId: id.optional().describe('Only events of this channel; a channel of another adapter has none'),
    clientId: id.optional().describe('Only events of this client'),
    limit: integerText(1, 100).default(10),
    startingAfter: z
      .string(must('once'))
      .optional()
      .describe(
        'eventId of the last event that was read. If it is older than the retention period, the page continues from its time',
      ),
    autoAck: booleanText().default(true).describe('Acknowledge the events of the page with this read'),
    returnAck: booleanText().default(false).describe('Include events that were acknowledged before'),
  }),
  answers: {
    200: {
      description: 'A page of events',
      schema: z
        .object({
          events: z.array(eventSchema),
          hasMore: z.boolean().describe('Whether more matching events follow this page'),
        })
        .meta({ id: 'EventPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor', 'too-many-requests'],
});

export const acknowledgeEvent = operation({
  id: 'acknowledgeEvent',
  audit: 'none',
  method: 'PUT',
  path: '/external/events/{eventId}',
  tag: 'Adapter gateway',
  summary: 'Acknowledge one event',
  description: 'Safe to repeat: the answer is again 200, with the event. A request body is ignored.',
  permission: { who: 'adapter' },
  params: z.object({ eventId: z.string() }),
  query: none,
  answers: { 200: { description: 'The acknowledged event', schema: eventSchema } },
  problems: ['unknown-event', 'too-many-requests'],
});
