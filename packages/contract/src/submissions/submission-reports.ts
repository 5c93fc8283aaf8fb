import { z } from 'zod';
import { wordOf } from '../channels/gateway.ts';
import { bodyBytes } from '../operation/body-limit.ts';
import { fileAnswers } from '../operation/file-answers.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { productSchema } from '../products/products.ts';
import { isStorable, storableText } from '../operation/storable-text.ts';
import { submissionStatuses } from './submissions.ts';
import { itemProblemSchema } from '../problems/problems.ts';
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
    operation: z
      .literal('withdraw')
      .optional()
      .describe('The products are to be taken off the channel; absent in an ordinary submission'),
    standardVersion: z
      .number()
      .int()
      .optional()
      .describe(
        'The version of the data standard that the products were checked against; absent if the adapter did not publish it and it delivers the import shape',
      ),
  })
  .meta({ id: 'SubmissionHead' });
export type SubmissionHead = z.infer<typeof submissionHeadSchema>;

export const getSubmissionHead = operation({
  ...forAdapter,
  id: 'getSubmissionHead',
  method: 'GET',
  path: submissionPath,
  summary: 'Fetch the head of a submission; after that it cannot be cancelled',
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
    width: z.number().int().optional().describe('Pixels, upright; only for images on pages with a `shape`'),
    height: z.number().int().optional(),
  })
  .meta({ id: 'AssetLink' });
export type AssetLink = z.infer<typeof assetLinkSchema>;

export const deliveredShapes = ['import', 'channel', 'both'] as const;

/** A product in the shape that the data standard of the channel describes. */
export const shapedProductSchema = z
  .object({
    __ID: z.string(),
    category: z
      .string()
      .nullable()
      .optional()
      .describe('Id of the channel category; null if the standard has none; absent without `values`'),
    values: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Values by target, as the standard describes them; targets without a value are absent. Values of assets are ids of `assets`. Absent with `shape=both` if the submission has no channel shape',
      ),
    product: productSchema.optional().describe('The product in the import shape; only with `shape=both`'),
  })
  .meta({ id: 'ShapedProduct' });
export type ShapedProduct = z.infer<typeof shapedProductSchema>;

export const listSubmittedProducts = operation({
  ...forAdapter,
  id: 'listSubmittedProducts',
  method: 'GET',
  path: `${submissionPath}/products`,
  summary: 'List the products of a submission as they were submitted, ordered by id',
  description:
    'Products have the import shape, or the one that `shape` names: `channel` is the shape of the data standard, `both` returns the two together. Pages never change. Without `shape`, a version of the standard with `deliver: "channel"` decides. The channel shape needs a published mapping: without one, `channel` is refused with not-possible-now, and `both` has only `product`. The products of a withdrawal, whatever the shape, have only `__ID` and `externalId`, the id that the adapter last reported (null if it reported none). A cancelled submission has no products to deliver. After the retention time that the operator has set, the answer is not-possible-now.',
  params,
  query: z.object({
    limit: integerText(1, 1000)
      .default(50)
      .describe('A page of very large products may contain fewer and still have `hasMore`'),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
    shape: z.enum(deliveredShapes, must({ rule: 'one-of', values: deliveredShapes })).optional(),
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({
          products: z.union([z.array(productSchema), z.array(shapedProductSchema)]),
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
    'The URLs are in `assets` of a page of submitted products; their signature replaces a credential, for as long as the key that fetched the page is valid. Supports HEAD, Range, If-Range and If-None-Match.',
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
  answers: fileAnswers,
  problems: ['invalid-parameter', 'forbidden', 'not-found', 'range-not-satisfiable'],
});

const maxMessage = 10_000;
const cutMark = ' … (cut)';

/** Shortens a message that is too long. Without this, the whole report would be rejected. */
function cutMessage(text: string): string {
  if (text.length <= maxMessage) return text;
  // The pattern removes the first half of a surrogate pair that the cut would split.
  return text.slice(0, maxMessage - cutMark.length).replace(/[\ud800-\udbff]$/, '') + cutMark;
}
const reportedMessage = z
  .string()
  .refine(isStorable, must('storable'))
  .transform(cutMessage)
  .describe('A message of more than 10,000 characters is cut');

/** Accepts a number as an id, because some programs send ids as numbers. Rejects unsafe integers, which lose digits in JSON. */
const idText = (maxCharacters: number) => z.union([storableText(maxCharacters), z.int().transform(String)]);

export const reportedItemSchema = z.object({
  productId: idText(10_000),
  status: wordOf(itemStatuses),
  message: reportedMessage.nullish(),
  errors: z
    .array(z.object({ attributeId: storableText(), message: reportedMessage }))
    .max(1000)
    .nullish(),
  externalId: idText(1000)
    .nullish()
    .describe('Id of the product in the target system; a later report without it keeps it'),
});
export type ReportedItem = z.output<typeof reportedItemSchema>;

/** An item that does not match `reportedItemSchema`. Only this item is rejected, not the whole report. */
export interface UnreadableItem {
  unreadable: unknown;
}
const itemOrUnreadable = reportedItemSchema
  .transform((item): ReportedItem | UnreadableItem => item)
  .catch(({ input }) => ({ unreadable: input }));

export const reportSubmission = operation({
  ...forAdapter,
  id: 'reportSubmission',
  audit: 'none',
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: `${submissionPath}/status`,
  summary: 'Report the progress of a delivery, at once or in parts',
  description:
    'Safe to repeat. A report with items applies to these products; a report without items, or with an empty list, applies to all. If reports give different statuses, the submission takes the first of Error, Pending, Sent, Success. Error is final, and Success is final once it was reported for every product: later reports change single products, never the status of the submission. An invalid item, or one for a product that was not submitted, is refused individually and listed in `refusedItems`; if all items are refused, the answer is `invalid-values` and nothing is stored.',
  params,
  body: z
    .object({
      status: wordOf(reportStatuses),
      message: reportedMessage.nullish(),
      items: z.array(itemOrUnreadable).max(100_000).nullish(),
    })
    .meta({ id: 'SubmissionReport' }),
  answers: {
    200: {
      description: 'The submission after the report',
      schema: submissionHeadSchema
        .extend({
          refusedItems: z
            .array(itemProblemSchema)
            .optional()
            .describe('The first 1,000; absent if no item was refused'),
        })
        .meta({ id: 'ReportAnswer' }),
    },
  },
  problems: ['unknown-submission', 'invalid-body', 'malformed-json', 'invalid-values'],
});
