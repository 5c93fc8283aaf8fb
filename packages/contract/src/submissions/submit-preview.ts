import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';
import { hasOneChoice, productChoice } from '../products/product-choice.ts';

const count = z.number().int();

const submitPreviewSchema = z
  .object({
    products: count.describe('Chosen products that exist'),
    ready: count.describe('Products that fulfil the data standard and are not held'),
    unchanged: count.describe(
      'Of these, the ones that the channel already has as they would be submitted: `skipUnchanged` skips them',
    ),
    checking: count.describe('Products without a current evaluation; a submit evaluates them first'),
    held: count,
    notReady: count.describe('Incomplete, invalid or unmapped products that are not held'),
    submitsNotReady: z
      .boolean()
      .describe(
        'True: products that are not ready are submitted too, because the connection is not gated or the standard is advisory',
      ),
    mayAllowInvalid: z.boolean().describe('True: a submit with `allowInvalid` submits products that are not ready too'),
    reasons: z
      .array(z.object({ target: z.string().nullable(), code: z.string(), products: count }))
      .describe('The three most frequent errors of the products that are not ready'),
  })
  .meta({ id: 'SubmitPreview' });
export type SubmitPreview = z.infer<typeof submitPreviewSchema>;

export const previewSubmit = operation({
  id: 'previewSubmit',
  audit: 'none',
  writesNothing: true,
  tag: 'Submissions',
  permission: { who: 'client', scope: 'channels' },
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: '/api/submit/v1/channels/{channelId}/preview',
  summary: 'Count which of the chosen products are ready for a channel, before they are submitted',
  description: 'Nothing is stored. Only channels with a data standard have ready products.',
  params: z.object({ channelId: storableText() }),
  query: none,
  body: z
    .strictObject({
      ...productChoice,
      accountId: storableText()
        .optional()
        .describe('The account to submit with; without it, all accounts are considered'),
    })
    .refine(hasOneChoice, must('ids-or-filter'))
    .meta({ id: 'PreviewSubmit' }),
  answers: { 200: { description: 'The counts', schema: submitPreviewSchema } },
  problems: [
    'unknown-channel',
    'unknown-connection',
    'unknown-standard',
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
  ],
});
