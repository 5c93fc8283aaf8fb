import { z } from 'zod';
import { keyName } from '../access/access.ts';
import { bodyBytes } from '../operation/body-limit.ts';
import { accountFieldSchema, channelCapabilities } from './channels.ts';
import { connectionReadiness } from './connection-readiness.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';

export const accountStates = ['Authenticating', 'Connected', 'Failed'] as const;

/** The value of an account field for display. For a password, it states only whether a value is set. */
const shownPropertySchema = z.object({
  value: z.string().nullable().describe('Null for a password and if there is no value'),
  set: z.boolean(),
});

export const accountSchema = z
  .object({
    accountId: z.string(),
    channelId: z.string(),
    name: z.string(),
    state: z.enum(accountStates),
    properties: z.record(z.string(), shownPropertySchema),
    message: z.string().nullable().describe('Message from the adapter about the last validation'),
    fieldErrors: z.array(z.object({ fieldId: z.string(), message: z.string() })),
    listOfValues: z.unknown().describe('Values that the adapter offers to this account; null if it offered none'),
    created: z.string(),
    updated: z.string().describe('When the client last changed the account or requested a validation'),
    validated: z.string().nullable().describe('When the adapter last reported'),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

export const connectionSchema = z
  .object({
    channelId: z.string(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    accountFields: z.array(accountFieldSchema),
    capabilities: z
      .array(z.enum(channelCapabilities))
      .describe('`withdraw`: products can be withdrawn from the channel'),
    connected: z.boolean().describe('Whether this client is connected to the channel'),
    accounts: z.array(accountSchema),
    productCounts: z.record(z.string(), z.number().int()).describe('Number of products on the channel by state'),
    listOfValues: z.unknown().describe('Values that the adapter offers to this client; null if it offered none'),
    adapterLastCall: z
      .string()
      .nullable()
      .describe('When the adapter of the channel last called, to the minute; null if it never did'),
    ...connectionReadiness,
  })
  .meta({ id: 'Connection' });
export type ConnectionView = z.infer<typeof connectionSchema>;

const properties = z
  .record(z.string(), storableText(10_000).nullable())
  .describe('Field id → value, validated against the fields that the channel declares; null or "" for no value');

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
  summary: 'List all channels with the accounts of this client',
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
  summary: 'Get one channel with the accounts of this client',
  params: channelParams,
  answers: { 200: { description: 'The channel', schema: connectionSchema } },
  problems: ['unknown-channel'],
});

export const deleteConnection = operation({
  ...forChannels,
  id: 'deleteConnection',
  audit: { object: 'connection', id: 'channelId' },
  method: 'DELETE',
  path: channelPath,
  summary:
    'Disconnect from a channel: deletes the accounts, product states and rules of the connection; keeps the log of submissions',
  description: 'The adapter gets a CLIENT_CHANNEL_DELETED_EVENT. Submissions that it has not fetched are cancelled.',
  params: channelParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-channel', 'unknown-connection'],
});

export const connectAccount = operation({
  ...forChannels,
  id: 'connectAccount',
  audit: { object: 'account', settings: ['name'] },
  maxBodyBytes: bodyBytes.settings,
  method: 'POST',
  path: `${channelPath}/accounts`,
  summary: 'Connect an account; the adapter validates it',
  params: channelParams,
  body: z.strictObject({ name: keyName, properties: properties.default({}) }).meta({ id: 'ConnectAccount' }),
  answers: { 201: { description: 'The account, in state Authenticating', schema: accountSchema } },
  problems: ['unknown-channel', 'invalid-body', 'malformed-json', 'invalid-values', 'quota-exceeded'],
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
  audit: { object: 'account', id: 'accountId', settings: ['name'] },
  maxBodyBytes: bodyBytes.settings,
  method: 'PATCH',
  path: `${channelPath}/accounts/{accountId}`,
  summary: 'Change an account; omitted members keep their values',
  description: 'The adapter validates changed properties again; a changed name alone needs no validation.',
  params: accountParams,
  body: z.strictObject({ name: keyName, properties }).partial().meta({ id: 'UpdateAccount' }),
  answers: { 200: accountAnswer },
  problems: ['unknown-account', 'invalid-body', 'malformed-json', 'invalid-values', 'quota-exceeded'],
});

export const validateAccount = operation({
  ...forChannels,
  id: 'validateAccount',
  audit: { object: 'account', id: 'accountId' },
  method: 'POST',
  path: `${channelPath}/accounts/{accountId}/validate`,
  summary: 'Request that the adapter validates an account again',
  params: accountParams,
  answers: { 200: { description: 'The account, in state Authenticating', schema: accountSchema } },
  problems: ['unknown-account', 'invalid-values', 'quota-exceeded'],
});

export const deleteAccount = operation({
  ...forChannels,
  id: 'deleteAccount',
  audit: { object: 'account', id: 'accountId' },
  method: 'DELETE',
  path: `${channelPath}/accounts/{accountId}`,
  summary: 'Delete an account; the connection and its products remain',
  params: accountParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-account'],
});
