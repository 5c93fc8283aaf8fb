import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText, listOf, none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { hasOneChoice, productChoice, productChoiceSchema } from '../products/product-choice.ts';
import { attributeErrorSchema, skippedMembers } from './submissions.ts';
import { must } from '../problems/requirement.ts';

export const channelStates = ['Progress', 'Ready', 'Submitted', 'Accepted', 'Returned', 'Rejected'] as const;

export const channelProductSchema = z
  .object({
    productId: z.string(),
    name: z.string().nullable().describe('As it is called now; null also where it was deleted'),
    channelId: z.string(),
    state: z.enum(channelStates),
    changed: z.string(),
    submissionId: z.string().nullable().describe('The newest submission that holds the product'),
    changedSince: z.boolean().describe('True: the product was changed after it was submitted last, or deleted'),
    message: z.string().nullable(),
    errors: z.array(attributeErrorSchema),
    externalId: z.string().nullable(),
  })
  .meta({ id: 'ChannelProduct' });
export type ChannelProduct = z.infer<typeof channelProductSchema>;

const params = z.object({ channelId: storableText() });
const forChannels = {
  tag: 'Products on channels',
  permission: { who: 'client', scope: 'channels' },
  query: none,
} as const;
const productsPath = '/api/channels/v1/channels/{channelId}/products';

export const listChannelProducts = operation({
  ...forChannels,
  id: 'listChannelProducts',
  method: 'GET',
  path: productsPath,
  summary: 'The products of this client on a channel, by id',
  params,
  query: z.object({
    state: listOf(z.enum(channelStates, must({ rule: 'one-of', values: channelStates }))).optional(),
    limit: integerText(1, 1000).default(100),
    startingAfter: z.string().optional().describe('`next` of the page before'),
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({ products: z.array(channelProductSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ChannelProductPage' }),
    },
  },
  problems: ['unknown-channel', 'unknown-connection', 'invalid-parameter'],
});

export const addChannelProducts = operation({
  ...forChannels,
  id: 'addChannelProducts',
  method: 'POST',
  path: productsPath,
  summary: 'Let products join a channel without submitting them, or mark those that have joined',
  description:
    'A product joins as Progress: being worked on. Ready says that it may go: automatic submits take it along. Products that were submitted already keep their state.',
  params,
  body: z
    .strictObject({ ...productChoice, state: z.enum(['Progress', 'Ready']).default('Progress') })
    .refine(hasOneChoice, must('ids-or-filter'))
    .meta({ id: 'AddChannelProducts' }),
  answers: {
    200: {
      description: 'How many products joined or changed their state',
      schema: z.object({ changed: z.number().int(), ...skippedMembers }).meta({ id: 'AddChannelProductsAnswer' }),
    },
  },
  problems: ['unknown-channel', 'unknown-connection', 'invalid-body', 'malformed-json', 'invalid-parameter'],
});

export const removeChannelProducts = operation({
  ...forChannels,
  id: 'removeChannelProducts',
  method: 'POST',
  path: `${productsPath}/remove`,
  summary: 'Take products off a channel; what was submitted stays submitted',
  params,
  body: productChoiceSchema.meta({ id: 'RemoveChannelProducts' }),
  answers: {
    200: {
      description: 'How many products left',
      schema: z.object({ removed: z.number().int() }).meta({ id: 'RemoveChannelProductsAnswer' }),
    },
  },
  problems: ['unknown-channel', 'unknown-connection', 'invalid-body', 'malformed-json', 'invalid-parameter'],
});

const statusPath = '/api/channels/v1/{channelId}/status/products';

export const getProductStatus = operation({
  ...forChannels,
  id: 'getProductStatus',
  method: 'GET',
  path: `${statusPath}/{productId}`,
  summary: 'Where one product stands on a channel',
  description: 'Of a product with the id `changed` ask for `%63hanged`.',
  params: z.object({ channelId: storableText(), productId: z.string().describe('Percent-encoded; any id works') }),
  answers: { 200: { description: 'Its state', schema: channelProductSchema } },
  problems: ['unknown-channel', 'unknown-connection', 'unknown-product'],
});

export const listChangedStatuses = operation({
  ...forChannels,
  id: 'listChangedStatuses',
  method: 'GET',
  path: `${statusPath}/changed`,
  summary: 'Products whose state on a channel has changed, in the order of the changes',
  description:
    'Each product once, at its last change. Ask again with `next` and no change is ever missed, whatever runs at the same time. A product that left the channel is not told.',
  params,
  query: z.object({
    from: z
      .string()
      .optional()
      .describe('`next` of the answer before, or a time like 2026-01-31T12:00:00Z; left out: from the first change on'),
    limit: integerText(1, 1000).default(100),
  }),
  answers: {
    200: {
      description: 'A page of changes; `next` is good for the next question also where there is no more now',
      schema: z
        .object({ products: z.array(channelProductSchema), hasMore: z.boolean(), next: z.string() })
        .meta({ id: 'ChangedStatusPage' }),
    },
  },
  problems: ['unknown-cursor', 'unknown-channel', 'unknown-connection', 'invalid-parameter'],
});

export const listProductChannels = operation({
  id: 'listProductChannels',
  method: 'GET',
  path: '/api/products/v1/products/{productId}/channels',
  tag: 'Products on channels',
  summary: 'Where one product stands on each channel that it has joined',
  permission: { who: 'client', scope: 'channels' },
  params: z.object({ productId: z.string().describe('Percent-encoded; any id works') }),
  query: none,
  answers: {
    200: {
      description: 'Its states, by channel; none for a product that has joined no channel',
      schema: z
        .object({ channels: z.array(channelProductSchema.extend({ channelName: z.string() })) })
        .meta({ id: 'ProductChannels' }),
    },
  },
  problems: ['unknown-product'],
});
