import { z } from 'zod';
import { keyName } from '../access/access.ts';
import { accountFieldSchema } from './channels.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';

export const accountStates = ['Authenticating', 'Connected', 'Failed'] as const;

/** A value of an account field as it may be shown: a text, or only whether a password is set. */
const shownPropertySchema = z.object({
  value: z.string().nullable().describe('Null for a password and where there is no value'),
  set: z.boolean(),
});

export const accountSchema = z
  .object({
    accountId: z.string(),
    channelId: z.string(),
    name: z.string(),
    state: z.enum(accountStates),
    properties: z.record(z.string(), shownPropertySchema),
    message: z.string().nullable().describe('What the adapter said about the last validation'),
    fieldErrors: z.array(z.object({ fieldId: z.string(), message: z.string() })),
    listOfValues: z.unknown().describe('Values that the adapter offers to this account; null where it gave none'),
    created: z.string(),
    updated: z.string().describe('When the client changed it or asked for a validation last'),
    validated: z.string().nullable().describe('When the adapter reported last'),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

export const connectionSchema = z
  .object({
    channelId: z.string(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    accountFields: z.array(accountFieldSchema),
    connected: z.boolean().describe('Whether this client has a connection to the channel'),
    accounts: z.array(accountSchema),
    productCounts: z.record(z.string(), z.number().int()).describe('Products on the channel by their state'),
    listOfValues: z.unknown().describe('Values that the adapter offers to this client; null where it gave none'),
    adapterLastCall: z
      .string()
      .nullable()
      .describe('When the adapter of the channel called last, to the minute; null where it never did'),
  })
  .meta({ id: 'Connection' });
export type ConnectionView = z.infer<typeof connectionSchema>;

const properties = z
  .record(z.string(), storableText(10_000).nullable())
  .describe('Field id → value, judged by the fields that the channel declares; null or "" for no value');

const channelParams = z.object({ channelId: storableText() });
const accountParams = z.object({ channelId: storableText(), accountId: storableText() });
const forChannels = {
  tag: 'Connections',
  permission: { who: 'client', scope: 'channels' },
  query: none,
} as const;
const accountAnswer = { description: 'The account', schema: accountSchema };
const channelPath = '/api/channels/v1/channels/{channelId}';

export const listConnections = operation({
  ...forChannels,
  id: 'listConnections',
  method: 'GET',
  path: '/api/channels/v1/channels',
  summary: 'All channels, and how this client stands with each',
  params: none,
  answers: {
    200: {
      description: 'The channels, by id',
      schema: z.object({ channels: z.array(connectionSchema) }).meta({ id: 'ConnectionList' }),
    },
  },
  problems: [],
});

export const getConnection = operation({
  ...forChannels,
  id: 'getConnection',
  method: 'GET',
  path: channelPath,
  summary: 'One channel, and how this client stands with it',
  params: channelParams,
  answers: { 200: { description: 'The channel', schema: connectionSchema } },
  problems: ['unknown-channel'],
});

export const deleteConnection = operation({
  ...forChannels,
  id: 'deleteConnection',
  method: 'DELETE',
  path: channelPath,
  summary: 'Leave a channel: accounts, product states and rules of the connection go; the log of submissions stays',
  description:
    'The adapter is told with CLIENT_CHANNEL_DELETED_EVENT. Submissions that it has not fetched are cancelled.',
  params: channelParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-channel', 'unknown-connection'],
});

export const connectAccount = operation({
  ...forChannels,
  id: 'connectAccount',
  method: 'POST',
  path: `${channelPath}/accounts`,
  summary: 'Connect an account; the adapter is asked to validate it',
  params: channelParams,
  body: z.strictObject({ name: keyName, properties: properties.default({}) }).meta({ id: 'ConnectAccount' }),
  answers: { 201: { description: 'The account, in state Authenticating', schema: accountSchema } },
  problems: ['unknown-channel', 'invalid-body', 'malformed-json', 'invalid-values'],
});

export const getAccount = operation({
  ...forChannels,
  id: 'getAccount',
  method: 'GET',
  path: `${channelPath}/accounts/{accountId}`,
  summary: 'One account',
  params: accountParams,
  answers: { 200: accountAnswer },
  problems: ['unknown-account'],
});

export const updateAccount = operation({
  ...forChannels,
  id: 'updateAccount',
  method: 'PATCH',
  path: `${channelPath}/accounts/{accountId}`,
  summary: 'Change an account; what is left out stays',
  description: 'Changed properties are validated anew. A changed name alone is not.',
  params: accountParams,
  body: z.strictObject({ name: keyName, properties }).partial().meta({ id: 'UpdateAccount' }),
  answers: { 200: accountAnswer },
  problems: ['unknown-account', 'invalid-body', 'malformed-json', 'invalid-values'],
});

export const validateAccount = operation({
  ...forChannels,
  id: 'validateAccount',
  method: 'POST',
  path: `${channelPath}/accounts/{accountId}/validate`,
  summary: 'Ask the adapter to validate an account again',
  params: accountParams,
  answers: { 200: { description: 'The account, in state Authenticating', schema: accountSchema } },
  problems: ['unknown-account', 'invalid-values'],
});

export const deleteAccount = operation({
  ...forChannels,
  id: 'deleteAccount',
  method: 'DELETE',
  path: `${channelPath}/accounts/{accountId}`,
  summary: 'Delete an account; the connection and its products stay',
  params: accountParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-account'],
});
