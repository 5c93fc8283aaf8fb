import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import {
  allMembers,
  expectedCount,
  fitsFilter,
  hasOneChoice,
  isAllAlone,
  productChoice,
  productIds,
  saysAll,
} from '../products/product-choice.ts';
import { must } from '../problems/requirement.ts';
import { skippedMembers, submitHeaders } from './submissions.ts';

const withdrawRequest = z
  .strictObject({
    ...productChoice,
    deleted: z
      .literal(true)
      .optional()
      .describe('Instead of ids or a filter: all products on the channel that were deleted'),
    expected: expectedCount.describe(
      'With filter: withdraws only if the number of matching products on the channel is still this; otherwise the answer is `count-differs` with `count`. Matching products that are not on the channel do not count, unlike in a submit',
    ),
    ...allMembers('withdraw all products on the channel'),
    accountId: storableText().nullish().describe('Required if several accounts are Connected'),
    comment: storableText(10_000).nullish(),
  })
  .refine(
    (choice) => (choice.deleted === undefined ? hasOneChoice(choice) : !choice.productIds && !choice.filter),
    must('ids-or-filter'),
  )
  .refine(fitsFilter, must('expected-with-filter'))
  .refine(saysAll, must('all-said'))
  .refine(isAllAlone, must('all-without-condition'));
export type WithdrawBody = z.output<typeof withdrawRequest>;

export const withdrawAnswerSchema = z
  .object({
    submissionId: z.string().nullable().describe('Null if there was nothing to withdraw'),
    withdrawn: z.number().int().describe('Number of products whose withdrawal was requested'),
    ...skippedMembers,
  })
  .meta({ id: 'WithdrawAnswer' });
export type WithdrawAnswer = z.infer<typeof withdrawAnswerSchema>;

export const withdrawProducts = operation({
  id: 'withdrawProducts',
  audit: 'none',
  method: 'POST',
  path: '/api/submit/v1/channels/{channelId}/withdrawals',
  tag: 'Submissions',
  summary: 'Request that products are taken off a channel',
  description:
    'Only for channels with the capability `withdraw`; otherwise the answer is `not-found`. Creates a submission with `operation: "withdraw"`. It contains products that were submitted before, including deleted ones; others are skipped (`not-on-channel`). When the adapter accepts, a product becomes Withdrawn: it is off the channel until it is submitted again. If the adapter returns or rejects it, the product is still on the channel. An empty filter matches all products on the channel, and needs `all` or `expected`. Automatic submission does not resubmit a product whose last submission is a withdrawal.',
  permission: { who: 'client', scope: 'channels' },
  params: z.object({ channelId: storableText() }),
  query: none,
  headers: submitHeaders,
  body: z.union([productIds, withdrawRequest], must('ids-or-choice')).meta({ examples: [['4006381333931', 'PEN-1']] }),
  answers: {
    202: { description: 'The result; the adapter gets one SUBMIT_EVENT', schema: withdrawAnswerSchema },
  },
  problems: [
    'idempotency-key-reused',
    'quota-exceeded',
    'not-found',
    'unknown-channel',
    'unknown-connection',
    'unknown-account',
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
    'count-differs',
    'not-possible-now',
  ],
});
