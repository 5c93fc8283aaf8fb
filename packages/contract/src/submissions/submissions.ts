import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText, listOf, none } from '../operation/parameters.ts';
import { expectedCount, fitsFilter, hasOneChoice, productChoice, productIds } from '../products/product-choice.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';
import { paramsSchema } from '../problems/problems.ts';

export const submissionStatuses = ['Submitted', 'Pending', 'Success', 'Partial', 'Failed', 'Cancelled'] as const;
export const productResults = ['Submitted', 'Pending', 'Accepted', 'Returned', 'Rejected'] as const;
export const submissionOrigins = ['manual', 'resubmit', 'import', 'schedule'] as const;
export const submissionOperations = ['submit', 'withdraw'] as const;

export const skippedSchema = z
  .object({
    productId: z.string(),
    code: z.enum([
      'unknown-product',
      'unresolved-packaging',
      'not-on-channel',
      'not-ready',
      'checking',
      'held',
      'unchanged',
    ]),
    message: z.string(),
    params: paramsSchema.optional(),
  })
  .meta({ id: 'SkippedProduct' });
export type SkippedProduct = z.infer<typeof skippedSchema>;

/** The properties that list skipped products. */
export const skippedMembers = {
  skipped: z.array(skippedSchema).describe('The first 1,000'),
  skippedCount: z.number().int().describe('Number of all skipped products'),
};

const submitRequest = z
  .strictObject({
    ...productChoice,
    expected: expectedCount.describe(
      'With filter: submits only if the number of matching products is still this; otherwise the answer is `count-differs` with `count`',
    ),
    accountId: storableText().nullish().describe('Required if several accounts are Connected'),
    comment: storableText(10_000).nullish(),
    allowInvalid: z
      .boolean()
      .optional()
      .describe('Submits products that do not fulfil the data standard too, if the channel allows it'),
    skipUnchanged: z
      .boolean()
      .optional()
      .describe(
        'Skips products that are Submitted or Accepted with this account and would be submitted in the same channel shape (`unchanged`). Only for gated connections',
      ),
  })
  .refine(hasOneChoice, must('ids-or-filter'))
  .refine(fitsFilter, must('expected-with-filter'));

const submitAnswerSchema = z
  .object({
    submissionId: z.string().nullable().describe('Null if there was nothing to submit'),
    submitted: z.number().int(),
    ...skippedMembers,
    missingAssets: z
      .number()
      .int()
      .describe('Assets of the products that have no content yet: the products are submitted without these files'),
  })
  .meta({ id: 'SubmitAnswer' });
export type SubmitAnswer = z.infer<typeof submitAnswerSchema>;

const forChannels = { tag: 'Submissions', permission: { who: 'client', scope: 'channels' }, query: none } as const;
const submissionParams = z.object({ submissionId: z.string() });
export const submitHeaders = {
  'Idempotency-Key': 'A repeated request within 24 hours gets the first answer again and submits nothing',
};

const submissionsPath = '/api/submit/v1/submissions';

export const submitProducts = operation({
  ...forChannels,
  id: 'submitProducts',
  audit: 'none',
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: '/api/submit/v1/channels/{channelId}/products',
  summary: 'Submit the current products to a channel',
  description:
    'Later imports do not change the submission. The same URL with a trailing slash works too. Products that are not on the channel yet are added to it. Unknown ids (`unknown-product`) and products whose PACKAGING refers to a product that does not exist (`unresolved-packaging`) are skipped. A gated connection (`isGated`) also skips products that do not fulfil the data standard (`not-ready`), products that change during the submission (`checking`), held ones (`held`) and, on request, unchanged ones (`unchanged`). A product that is already in a submission is submitted again: the newest submission determines its state.',
  params: z.object({ channelId: storableText() }),
  headers: submitHeaders,
  body: z.union([productIds, submitRequest], must('ids-or-choice')).meta({ examples: [['4006381333931', 'PEN-1']] }),
  answers: {
    202: { description: 'The result of the submit; the adapter gets one SUBMIT_EVENT', schema: submitAnswerSchema },
  },
  problems: [
    'idempotency-key-reused',
    'quota-exceeded',
    'unknown-channel',
    'unknown-connection',
    'unknown-account',
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
    'count-differs',
    'mapping-not-published',
    'not-possible-now',
  ],
});

export const submissionSchema = z
  .object({
    submissionId: z.string(),
    channelId: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    comment: z.string().nullable(),
    operation: z.enum(submissionOperations).describe('`withdraw`: the products are to be taken off the channel'),
    origin: z.enum(submissionOrigins),
    actor: z.string(),
    actorName: z.string().nullable().describe('Current name of the person or key; null if there is none'),
    status: z.enum(submissionStatuses),
    productCount: z.number().int(),
    created: z.string(),
    fetched: z.string().nullable().describe('When the adapter first fetched it; before that it can be cancelled'),
    finished: z.string().nullable(),
    messages: z.array(z.string()),
    results: z.record(z.enum(productResults), z.number().int()).describe('Number of products by result'),
    changedAfterEnd: z
      .number()
      .int()
      .describe('Number of products whose result was changed by a report after the end of the submission'),
  })
  .meta({ id: 'Submission' });
export type Submission = z.infer<typeof submissionSchema>;

const submissionDetailSchema = submissionSchema
  .extend({
    event: z
      .object({ eventId: z.string(), created: z.string(), acknowledged: z.boolean() })
      .nullable()
      .describe('The SUBMIT_EVENT in the stream of the adapter; null if it is not there yet or was purged'),
    lastReport: z.string().nullable().describe('When the adapter last reported on a product, or finished'),
  })
  .meta({ id: 'SubmissionDetail' });
export type SubmissionDetail = z.infer<typeof submissionDetailSchema>;

export const listSubmissions = operation({
  ...forChannels,
  id: 'listSubmissions',
  method: 'GET',
  path: submissionsPath,
  summary: 'List submissions, newest first',
  params: none,
  query: z.object({
    channelId: storableText().optional(),
    status: z.enum(submissionStatuses, must({ rule: 'one-of', values: submissionStatuses })).optional(),
    limit: integerText(1, 200).default(50),
    startingAfter: z.string().optional().describe('submissionId of the last submission of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of submissions',
      schema: z
        .object({
          submissions: z.array(submissionSchema),
          hasMore: z.boolean(),
          next: z.string().nullable(),
          keptDays: z
            .number()
            .int()
            .nullable()
            .describe('Submissions are deleted this number of days after their end. Null: never'),
        })
        .meta({ id: 'SubmissionPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const getSubmission = operation({
  ...forChannels,
  id: 'getSubmission',
  method: 'GET',
  path: `${submissionsPath}/{submissionId}`,
  summary: 'One submission',
  params: submissionParams,
  answers: { 200: { description: 'The submission and its progress', schema: submissionDetailSchema } },
  problems: ['unknown-submission'],
});

/** A problem that an adapter reported for one attribute of a product. */
export const attributeErrorSchema = z.object({ attributeId: storableText(), message: storableText(10_000) });

export const productResultSchema = z
  .object({
    productId: z.string(),
    name: z.string().nullable().describe('The name when it was submitted'),
    revision: z.number().int(),
    result: z.enum(productResults),
    message: z.string().nullable(),
    errors: z.array(attributeErrorSchema),
    externalId: z.string().nullable(),
    reported: z.string().nullable(),
  })
  .meta({ id: 'ProductResult' });
export type ProductResult = z.infer<typeof productResultSchema>;

export const listSubmissionProducts = operation({
  ...forChannels,
  id: 'listSubmissionProducts',
  method: 'GET',
  path: `${submissionsPath}/{submissionId}/products`,
  summary: 'List the results of a submission, ordered by product id',
  params: submissionParams,
  query: z.object({
    result: listOf(z.enum(productResults, must({ rule: 'one-of', values: productResults }))).optional(),
    limit: integerText(1, 1000).default(100),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({ products: z.array(productResultSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ProductResultPage' }),
    },
  },
  problems: ['unknown-submission', 'invalid-parameter'],
});

export const cancelSubmission = operation({
  ...forChannels,
  id: 'cancelSubmission',
  audit: 'none',
  method: 'POST',
  path: `${submissionsPath}/{submissionId}/cancel`,
  summary: 'Cancel a submission that the adapter has not fetched yet',
  params: submissionParams,
  answers: { 200: { description: 'The cancelled submission', schema: submissionSchema } },
  problems: ['unknown-submission', 'not-possible-now'],
});

export const resubmitFailed = operation({
  ...forChannels,
  id: 'resubmitFailed',
  audit: 'none',
  method: 'POST',
  path: `${submissionsPath}/{submissionId}/resubmit`,
  summary:
    'Resubmit the current versions of the products of a submission that were returned, rejected or not accepted when it ended',
  description: 'For a withdrawal, the products that were not accepted are withdrawn again.',
  params: submissionParams,
  headers: submitHeaders,
  body: z
    .strictObject({
      comment: storableText(10_000).nullish(),
      accountId: storableText().nullish().describe('Another account than that of the submission'),
    })
    .meta({ id: 'Resubmit' }),
  answers: { 202: { description: 'A new submission', schema: submitAnswerSchema } },
  problems: [
    'idempotency-key-reused',
    'quota-exceeded',
    'unknown-submission',
    'unknown-account',
    'invalid-parameter',
    'not-found',
    'invalid-body',
    'malformed-json',
    'mapping-not-published',
    'not-possible-now',
  ],
});
