import { z } from 'zod';
import { keyName, slug } from '../access/access.ts';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';

export const accountFieldSchema = z
  .object({
    id: z.string().regex(/^[A-Za-z][\w.-]{0,62}$/, must('slug')),
    name: keyName,
    type: z.enum(['string', 'password']).describe('A password is stored encrypted and never shown again'),
    optional: z.boolean().default(false),
    patterns: z
      .array(z.object({ pattern: storableText().min(1).describe('RE2 syntax'), message: storableText().optional() }))
      .max(20)
      .default([])
      .describe('The value must match all of them'),
  })
  .meta({ id: 'AccountField' });
export type AccountField = z.infer<typeof accountFieldSchema>;

export const channelCapabilities = ['withdraw'] as const;
export type ChannelCapability = (typeof channelCapabilities)[number];
/** Operations that the adapter of a channel supports in addition to submitting. */
export const capabilitiesSchema = z
  .array(z.enum(channelCapabilities))
  .max(10)
  .transform((words) => channelCapabilities.filter((word) => words.includes(word)))
  .describe('`withdraw`: the adapter takes products off the channel on request');

const batchSize = z.number().int().min(1).max(10_000).describe('Preferred number of products per delivery');
const logoUrl = z
  .url({ protocol: /^https?$/, error: must('http-url') })
  .max(2048)
  .nullable();
const accountFields = z.array(accountFieldSchema).max(100);

const allowInvalid = z
  .boolean()
  .describe('Whether a request may submit products that do not fulfil the data standard of the channel');

const clientIds = z
  .array(storableText(63))
  .max(10_000)
  .nullable()
  .describe('Ids of the clients that may see and use the channel; null: every client');

export const channelSchema = z
  .object({
    channelId: z.string(),
    adapterId: z.string(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    batchSize: z.number().int(),
    accountFields,
    clientIds: z.array(z.string()).nullable().describe('Null: every client may see and use the channel'),
    capabilities: z.array(z.enum(channelCapabilities)),
    allowInvalid: allowInvalid.optional(),
    created: z.string(),
    connections: z.number().int().describe('Number of connected clients'),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof channelSchema>;

const channelParams = z.object({ channelId: storableText() });
const operatorOnly = { tag: 'Channels', permission: { who: 'operator' }, query: none } as const;

export const createChannel = operation({
  ...operatorOnly,
  id: 'createChannel',
  audit: {
    object: 'channel',
    id: 'channelId',
    settings: ['name', 'adapterId', 'logoUrl', 'batchSize', 'accountFields', 'clientIds', 'capabilities'],
  },
  maxBodyBytes: bodyBytes.settings,
  method: 'POST',
  path: '/console/channels',
  summary: 'Create a channel and declare the fields of its accounts',
  params: none,
  body: z
    .object({
      channelId: slug
        .refine((id) => id !== 'channels', must('not-channels'))
        .refine((id) => id !== 'attributes' && id !== 'changes', must('not-part-of-address')),
      adapterId: storableText().describe('The adapter that serves the channel; cannot be changed later'),
      name: keyName,
      logoUrl: logoUrl.default(null),
      batchSize: batchSize.default(100),
      accountFields: accountFields.default([]),
      clientIds: clientIds.default(null),
      capabilities: capabilitiesSchema.default([]),
    })
    .meta({ id: 'CreateChannel' }),
  answers: { 201: { description: 'The channel', schema: channelSchema } },
  problems: ['invalid-body', 'malformed-json', 'unknown-adapter', 'unknown-client', 'already-exists'],
});

export const listChannels = operation({
  ...operatorOnly,
  id: 'listChannels',
  method: 'GET',
  path: '/console/channels',
  summary: 'List all channels of this installation',
  params: none,
  query: z.object({ adapterId: storableText().optional() }),
  answers: {
    200: {
      description: 'The channels, by id',
      schema: z.object({ channels: z.array(channelSchema) }).meta({ id: 'ChannelList' }),
    },
  },
  problems: [],
});

export const getChannel = operation({
  ...operatorOnly,
  id: 'getChannel',
  method: 'GET',
  path: '/console/channels/{channelId}',
  summary: 'One channel',
  params: channelParams,
  answers: { 200: { description: 'The channel', schema: channelSchema } },
  problems: ['unknown-channel'],
});

export const updateChannel = operation({
  ...operatorOnly,
  id: 'updateChannel',
  audit: {
    object: 'channel',
    id: 'channelId',
    settings: ['name', 'logoUrl', 'batchSize', 'accountFields', 'clientIds', 'capabilities', 'allowInvalid'],
  },
  maxBodyBytes: bodyBytes.settings,
  method: 'PATCH',
  path: '/console/channels/{channelId}',
  summary: 'Change a channel; omitted members keep their values',
  description:
    'Changed account fields apply the next time an account is connected, edited or validated. A stored password stays hidden when its field becomes a plain one. Clients that are already connected keep the channel even if they are no longer named.',
  params: channelParams,
  body: z
    .strictObject({
      name: keyName,
      logoUrl,
      batchSize,
      accountFields,
      clientIds,
      capabilities: capabilitiesSchema,
      allowInvalid,
      expected: z
        .strictObject({
          name: z.string(),
          logoUrl: z.string().nullable(),
          batchSize: z.number(),
          accountFields,
          clientIds: z.array(z.string()).nullable(),
          capabilities: capabilitiesSchema,
          allowInvalid: z.boolean(),
        })
        .partial()
        .describe(
          'The channel as it was read: if the stored channel differs in one of the members, nothing is changed and the answer is `changed-meanwhile`, with the stored channel as `stored`',
        ),
    })
    .partial()
    .meta({ id: 'UpdateChannel' }),
  answers: { 200: { description: 'The channel', schema: channelSchema } },
  problems: ['unknown-channel', 'unknown-client', 'changed-meanwhile', 'invalid-body', 'malformed-json'],
});

export const deleteChannel = operation({
  ...operatorOnly,
  id: 'deleteChannel',
  audit: { object: 'channel', id: 'channelId' },
  method: 'DELETE',
  path: '/console/channels/{channelId}',
  summary: 'Delete a channel without connected clients',
  params: channelParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-channel', 'not-possible-now'],
});
