import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText, listOf, none } from '../operation/parameters.ts';
import { searchText } from '../operation/search-text.ts';
import { storableText } from '../operation/storable-text.ts';
import {
  expectedCount,
  fitsFilter,
  hasOneChoice,
  productChoice,
  productChoiceSchema,
} from '../products/product-choice.ts';
import { attributeErrorSchema, skippedMembers, submissionSchema } from './submissions.ts';
import { must } from '../problems/requirement.ts';
import { evaluatedOutcomes, outcomeSchema } from '../data/product-outcome.ts';
import { channelStates } from '../text/state-text.ts';

export { channelStates } from '../text/state-text.ts';

export const channelProductSchema = z
  .object({
    productId: z.string(),
    name: z.string().nullable().describe('The current name; null if there is none or the product was deleted'),
    channelId: z.string(),
    state: z.enum(channelStates),
    changed: z.string(),
    submissionId: z
      .string()
      .nullable()
      .describe('The newest submission of the product. Null if there is none, or if it was deleted because of its age'),
    changedSince: z.boolean().describe('True: the product was changed or deleted after its last submission'),
    isDeleted: z.boolean().describe('True: the product was deleted in Pimento; the channel may still have it'),
    message: z.string().nullable(),
    errors: z.array(attributeErrorSchema),
    externalId: z.string().nullable(),
  })
  .meta({ id: 'ChannelProduct' });
export type ChannelProduct = z.infer<typeof channelProductSchema>;

/** A product on a channel as lists show it, with its outcome. `isHeld` is true if the product is on hold. */
const listedProductSchema = channelProductSchema
  .extend({
    outcome: outcomeSchema.optional().describe('Absent without a data standard; `checking`: no current evaluation'),
    isHeld: z
      .boolean()
      .optional()
      .describe('Absent without a data standard. True: it is not submitted until it is released'),
  })
  .meta({ id: 'ListedChannelProduct' });
export type ListedChannelProduct = z.infer<typeof listedProductSchema>;

/** The state of a product on a channel, for the systems that sent the product to the service. */
export const productStatusSchema = channelProductSchema
  .extend({
    latestSubmission: submissionSchema
      .pick({
        submissionId: true,
        operation: true,
        status: true,
        accountId: true,
        comment: true,
        created: true,
        finished: true,
      })
      .nullable()
      .describe('The newest submission of the product; null if it was never submitted'),
    categoryId: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The channel category; null if there is none or the product is being checked; absent like the percentage',
      ),
    percentageOfRequiredAttributes: z
      .number()
      .int()
      .nullable()
      .optional()
      .describe(
        'Required targets of the data standard that have a value; null while the product is being checked; absent if the connection submits products that do not fulfil the standard',
      ),
    dataErrors: z
      .array(z.object({ attributeId: z.string(), code: z.string(), message: z.string() }))
      .describe(
        'Violations of the data standard of the channel: `attributeId` is the target, or empty for one of the whole product. Empty while the product is being checked, and on channels whose connection submits products that do not fulfil the standard',
      ),
  })
  .meta({ id: 'ProductStatus' });
export type ProductStatus = z.infer<typeof productStatusSchema>;

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
  summary: 'List the products of this client on a channel, ordered by id',
  params,
  query: z.object({
    state: listOf(z.enum(channelStates, must({ rule: 'one-of', values: channelStates }))).optional(),
    outcome: z.enum(evaluatedOutcomes).optional().describe('As last evaluated. Only on channels with a data standard'),
    target: searchText.max(2000).optional().describe('Only products with a problem of this target'),
    code: searchText.max(100).optional().describe('Only products with a problem of this code'),
    limit: integerText(1, 1000).default(100),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({ products: z.array(listedProductSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ChannelProductPage' }),
    },
  },
  problems: ['unknown-channel', 'unknown-connection', 'invalid-parameter'],
});

export const addChannelProducts = operation({
  ...forChannels,
  id: 'addChannelProducts',
  audit: 'none',
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: productsPath,
  summary: 'Add products to a channel without submitting them, or change their state',
  description:
    'Progress: the product is being worked on. Ready: automatic submission includes the product. Products that are Submitted or Accepted keep their state. On a connection with `readyWhen: valid` the evaluation decides between Progress and Ready. The state Ready releases held products.',
  params,
  body: z
    .strictObject({
      ...productChoice,
      expected: expectedCount.describe(
        'With filter: changes states only if the number of matching products is still this; otherwise the answer is `count-differs` with `count`',
      ),
      state: z.enum(['Progress', 'Ready']).default('Progress'),
    })
    .refine(hasOneChoice, must('ids-or-filter'))
    .refine(fitsFilter, must('expected-with-filter'))
    .meta({ id: 'AddChannelProducts' }),
  answers: {
    200: {
      description: 'Number of products that were added or changed their state',
      schema: z.object({ changed: z.number().int(), ...skippedMembers }).meta({ id: 'AddChannelProductsAnswer' }),
    },
  },
  problems: [
    'unknown-channel',
    'unknown-connection',
    'count-differs',
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
  ],
});

export const removeChannelProducts = operation({
  ...forChannels,
  id: 'removeChannelProducts',
  audit: 'none',
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: `${productsPath}/remove`,
  summary: 'Remove products from a channel; existing submissions remain',
  params,
  body: productChoiceSchema.meta({ id: 'RemoveChannelProducts' }),
  answers: {
    200: {
      description: 'Number of removed products',
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
  summary: 'Get the state of one product on a channel',
  description: 'For a product with the id `changed`, request `%63hanged`.',
  params: z.object({ channelId: storableText(), productId: z.string().describe('Percent-encoded; any id works') }),
  answers: { 200: { description: 'Its state', schema: productStatusSchema } },
  problems: ['unknown-channel', 'unknown-connection', 'unknown-product'],
});

export const listChangedStatuses = operation({
  ...forChannels,
  id: 'listChangedStatuses',
  method: 'GET',
  path: `${statusPath}/changed`,
  summary: 'List products whose state on a channel has changed, in the order of the changes',
  description:
    'Each product is listed once, at its last change. A change after the last submission and the deletion of a product are changes too (`changedSince`, `isDeleted`). A client that continues with `next` misses no change, even with concurrent writes. Products that were removed from the channel are not listed.',
  params,
  query: z.object({
    from: z
      .string()
      .optional()
      .describe('`next` of the previous answer, or a time like 2026-01-31T12:00:00Z; default: from the first change'),
    limit: integerText(1, 1000).default(100),
  }),
  answers: {
    200: {
      description: 'A page of changes; `next` is the cursor of the next request, even if there are no more changes now',
      schema: z
        .object({ products: z.array(productStatusSchema), hasMore: z.boolean(), next: z.string() })
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
  summary: 'Get the state of one product on all its channels',
  permission: { who: 'client', scope: 'channels' },
  params: z.object({ productId: z.string().describe('Percent-encoded; any id works') }),
  query: none,
  answers: {
    200: {
      description: 'States ordered by channel; empty if the product is on no channel',
      schema: z
        .object({ channels: z.array(listedProductSchema.extend({ channelName: z.string() })) })
        .meta({ id: 'ProductChannels' }),
    },
  },
  problems: ['unknown-product'],
});
