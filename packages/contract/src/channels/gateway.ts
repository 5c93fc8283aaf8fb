import { z } from 'zod';
import { accountSchema, accountStates } from './accounts.ts';
import { bodyBytes } from '../operation/body-limit.ts';
import { accountFieldSchema, capabilitiesSchema, channelCapabilities } from './channels.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { storableJson, storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';

const forAdapter = { tag: 'Adapter gateway', permission: { who: 'adapter' }, params: none, query: none } as const;

/**
 * Creates a schema that accepts any of `words`. Ignores letter case and surrounding white space. The parsed value is spelled as in `words`.
 */
export function wordOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
): z.ZodType<Words[number], string> {
  const sentence = must({ rule: 'one-of-few', values: words });
  return z
    .string(sentence)
    .transform((text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()) ?? text)
    .pipe(z.enum(words, sentence))
    .meta({ override: { type: 'string', enum: [...words] } });
}

export const reportAuthentication = operation({
  ...forAdapter,
  id: 'reportAuthentication',
  audit: 'none',
  maxBodyBytes: bodyBytes.settings,
  method: 'POST',
  path: '/external/authentication',
  summary: 'Report whether the credentials of an account are valid',
  description:
    'The reply to an AUTHENTICATION_EVENT; safe to repeat. A result for credentials that have changed since is ignored: the service detects this by `eventId`, or, without it, by whether the newest credentials were already polled.',
  body: z
    .object({
      clientId: storableText(),
      channelId: storableText(),
      accountId: storableText(),
      status: wordOf(['SUCCESS', 'FAILURE']),
      message: storableText(10_000).nullish(),
      erroneousProperties: z.array(storableText()).max(100).nullish().describe('Ids of the invalid fields'),
      clientSpecificListOfValues: storableJson.optional().describe('Stored for the connection and shown to the client'),
      accountSpecificListOfValues: storableJson.optional().describe('Stored for the account and shown to the client'),
      eventId: z.string().nullish().describe('The AUTHENTICATION_EVENT that this report replies to'),
    })
    .meta({ id: 'AuthenticationReport' }),
  answers: {
    200: {
      description: 'The account after the report',
      schema: accountSchema
        .extend({
          clientId: z.string(),
          outdated: z.boolean().describe('True: the report was for older credentials and was ignored'),
        })
        .meta({ id: 'AuthenticationState' }),
    },
  },
  problems: ['invalid-body', 'malformed-json', 'unknown-account', 'unknown-event'],
});

export const listAdapterChannels = operation({
  ...forAdapter,
  id: 'listAdapterChannels',
  method: 'GET',
  path: '/external/channels',
  summary: 'List the channels of this adapter with their connections',
  description:
    'For an adapter that starts without state. Passwords are not included. Without `limit` and `startingAfter`, the answer has all connections and neither `hasMore` nor `next`. Ask for pages if there can be thousands: each has at most `limit` connections. A channel whose connections do not fit on a page is on the next one again, with the others.',
  query: z.object({
    limit: integerText(1, 1_000)
      .optional()
      .describe('Maximum number of connections on a page; 500 with `startingAfter` alone'),
    startingAfter: storableText(1_000).optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'Channels ordered by id; connections ordered by client',
      schema: z
        .object({
          channels: z.array(
            z.object({
              channelId: z.string(),
              name: z.string(),
              batchSize: z.number().int(),
              accountFields: z.array(accountFieldSchema),
              capabilities: z.array(z.enum(channelCapabilities)),
              connections: z.array(
                z.object({
                  clientId: z.string(),
                  created: z.string(),
                  accounts: z.array(
                    z.object({
                      accountId: z.string(),
                      name: z.string(),
                      state: z.enum(accountStates),
                      properties: z.record(z.string(), z.string().nullable()).describe('Passwords are null'),
                    }),
                  ),
                }),
              ),
            }),
          ),
          hasMore: z.boolean().optional().describe('Only on pages: true if more connections follow'),
          next: z.string().nullable().optional().describe('Only on pages: `startingAfter` of the next one'),
        })
        .meta({ id: 'AdapterChannelList' }),
    },
  },
  problems: ['invalid-parameter'],
});

export const declareCapabilities = operation({
  ...forAdapter,
  id: 'declareCapabilities',
  audit: { object: 'channel', id: 'channelId', settings: ['capabilities'] },
  method: 'PUT',
  path: '/external/channels/{channelId}/capabilities',
  summary: 'Declare what this adapter supports on a channel beyond submitting',
  description:
    'Replaces the capabilities of the channel. With `withdraw`, clients can request the withdrawal of products, which the adapter gets as a submission with `operation: "withdraw"`. Without it, the adapter never gets one. An operator can change the capabilities as well.',
  params: z.object({ channelId: storableText() }),
  body: z.strictObject({ capabilities: capabilitiesSchema }).meta({ id: 'Capabilities' }),
  answers: {
    200: {
      description: 'The capabilities of the channel',
      schema: z
        .object({ channelId: z.string(), capabilities: z.array(z.enum(channelCapabilities)) })
        .meta({ id: 'ChannelCapabilities' }),
    },
  },
  problems: ['unknown-channel', 'invalid-body', 'malformed-json'],
});
