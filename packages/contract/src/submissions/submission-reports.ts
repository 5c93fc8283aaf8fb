import { z } from 'zod';
import { wordOf } from '../channels/gateway.ts';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { productSchema } from '../products/products.ts';
import { storableText } from '../operation/storable-text.ts';
import { attributeErrorSchema, submissionStatuses } from './submissions.ts';
import { must } from '../problems/requirement.ts';

export const reportStatuses = ['Error', 'Pending', 'Sent', 'Success'] as const;
export const itemStatuses = ['Accepted', 'Returned', 'Rejected', 'Pending'] as const;

const forAdapter = { tag: 'Adapter gateway', permission: { who: 'adapter' }, query: none } as const;
const params = z.object({ submissionId: z.string() });
const submissionPath = '/external/submissions/{submissionId}';

export const submissionHeadSchema = z
  .object({
    submissionId: z.string(),
    clientId: z.string(),
    channelId: z.string(),
    accountId: z.string(),
    created: z.string(),
    comment: z.string().nullable(),
    productCount: z.number().int(),
    batchSize: z.number().int().describe('Preferred number of products per delivery'),
    status: z.enum(submissionStatuses),
  })
  .meta({ id: 'SubmissionHead' });
export type SubmissionHead = z.infer<typeof submissionHeadSchema>;

export const getSubmissionHead = operation({
  ...forAdapter,
  id: 'getSubmissionHead',
  method: 'GET',
  path: submissionPath,
  summary: 'Fetch the head of a submission; afterwards it cannot be cancelled',
  params,
  answers: { 200: { description: 'The head', schema: submissionHeadSchema } },
  problems: ['unknown-submission'],
});

export const assetLinkSchema = z
  .object({
    url: z
      .string()
      .describe(
        'Absolute, signed URL; requires no credential and expires after 24 hours, or with the key that fetched the page',
      ),
    contentType: z.string(),
    size: z.number().int().describe('Bytes'),
    sha256: z.string(),
    name: z.string(),
  })
  .meta({ id: 'AssetLink' });
export type AssetLink = z.infer<typeof assetLinkSchema>;

export const listSubmittedProducts = operation({
  ...forAdapter,
  id: 'listSubmittedProducts',
  method: 'GET',
  path: `${submissionPath}/products`,
  summary: 'List the products of a submission as they were submitted, ordered by id',
  description:
    'Products have the shape of the import. A cancelled submission has no products to deliver. After the retention time that the operator has set, the answer is not-possible-now.',
  params,
  query: z.object({
    limit: integerText(1, 1000)
      .default(50)
      .describe('A page of very large products may contain fewer and still have `hasMore`'),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({
          products: z.array(productSchema),
          assets: z
            .record(z.string(), assetLinkSchema)
            .describe(
              'By assetId: the files of the products of this page as they were submitted. Assets that had no content at that time are omitted.',
            ),
          hasMore: z.boolean(),
          next: z.string().nullable(),
        })
        .meta({ id: 'SubmittedProductPage' }),
    },
  },
  problems: ['unknown-submission', 'invalid-parameter', 'not-possible-now'],
});

export const getSubmittedContent = operation({
  id: 'getSubmittedContent',
  method: 'GET',
  path: '/external/content/{name}',
  tag: 'Adapter gateway',
  summary: 'Download a file of a submission as it was submitted',
  description:
    'The URLs are in `assets` of a page of submitted products; their signature replaces a credential, for as long as the key is valid that fetched the page. Supports HEAD, Range, If-Range and If-None-Match.',
  permission: { who: 'anyone' },
  params: z.object({ name: z.string().describe('File name, for programs that take it from the URL') }),
  query: z.object({
    client: storableText(),
    submission: z.uuid(must('submission-id')),
    asset: storableText(10_000),
    key: storableText(100),
    expires: integerText(0, 99_999_999_999).describe('Seconds since 1970'),
    signature: z.string(),
  }),
  answers: {
    200: { description: 'All bytes', contentType: 'application/octet-stream' },
    206: { description: 'The bytes of the range', contentType: 'application/octet-stream' },
    304: { description: 'Unchanged' },
  },
  problems: ['invalid-parameter', 'forbidden', 'not-found', 'range-not-satisfiable'],
});

export const reportedItemSchema = z.object({
  productId: storableText(10_000),
  status: wordOf(itemStatuses),
  message: storableText(10_000).nullish(),
  errors: z.array(attributeErrorSchema).max(1000).nullish(),
  externalId: storableText()
    .nullish()
    .describe('Id of the product in the target system; a later report without it keeps it'),
});
export type ReportedItem = z.output<typeof reportedItemSchema>;

export const reportSubmission = operation({
  ...forAdapter,
  id: 'reportSubmission',
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: `${submissionPath}/status`,
  summary: 'Report the progress of a delivery, at once or in parts',
  description:
    'Safe to repeat. A report with items applies to these products, a report without items to all. If reports give different statuses, the submission takes the first of Error, Pending, Sent, Success. Error is final, and Success is final once it was reported for every product: later reports change single products only.',
  params,
  body: z
    .object({
      status: wordOf(reportStatuses),
      message: storableText(10_000).nullish(),
      items: z.array(reportedItemSchema).max(100_000).nullish(),
    })
    .meta({ id: 'SubmissionReport' }),
  answers: { 200: { description: 'The submission after the report', schema: submissionHeadSchema } },
  problems: ['unknown-submission', 'invalid-body', 'malformed-json', 'invalid-values'],
});
