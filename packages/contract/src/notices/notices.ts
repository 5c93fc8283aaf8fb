import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { submissionOperations } from '../submissions/submissions.ts';

const text = z.string();
const whole = z.number().int();
const channel = { channelId: text, channelName: text };

/** The subject of a notice, by kind. A notice of several occurrences has the subject of the newest one. */
const subjects = {
  'import-failed': z.object({
    jobRef: text,
    failed: z.boolean().describe('False: the import ran to its end, but rejected products'),
    rejected: whole.describe('Number of rejected products'),
  }),
  'submission-returned': z.object({
    ...channel,
    submissionId: text,
    operation: z.enum(submissionOperations),
    products: whole.describe('Number of products that were returned or rejected'),
  }),
  'account-disconnected': z.object({
    ...channel,
    accountId: text,
    accountName: text,
    reason: text.nullable().describe('The message from the adapter'),
  }),
  'adapter-silent': z.object({ ...channel, lastCall: text.describe('Time of the last call of the adapter') }),
  'download-failed': z.object({ assetId: text, reason: text.nullable() }),
  mentioned: z.object({
    subjectKind: z.enum(['product', 'submission']),
    subjectId: text.describe('productId or submissionId'),
    commentId: text,
    authorName: text,
    text: text.describe('The beginning of the comment'),
  }),
  'key-expires': z.object({ keyId: text, name: text, expires: text }),
  'quota-near': z.object({
    quota: text.describe('Name of the quota, as in the settings of the client'),
    used: whole,
    max: whole,
  }),
  'installation-key-expires': z.object({
    keyId: text,
    name: text,
    adapterId: text.nullable().describe('null: the key of an operator'),
    expires: text,
  }),
};

export const noticeKinds = [
  'import-failed',
  'submission-returned',
  'account-disconnected',
  'adapter-silent',
  'download-failed',
  'mentioned',
  'key-expires',
  'quota-near',
  'installation-key-expires',
] as const satisfies (keyof typeof subjects)[];
export type NoticeKind = (typeof noticeKinds)[number];
/** Kinds of notices that only owners receive. */
export const ownerNoticeKinds = ['key-expires', 'quota-near'] as const satisfies NoticeKind[];
/** Kinds of notices that are about the installation, not about a client. Only operators receive them, in their inbox for each client. */
export const installationNoticeKinds = ['installation-key-expires'] as const satisfies NoticeKind[];

export type NoticeSubjects = { [Kind in NoticeKind]: z.infer<(typeof subjects)[Kind]> };

const common = {
  noticeId: text,
  count: whole.describe('Number of occurrences that the notice stands for'),
  first: text.describe('Time of the first occurrence'),
  last: text.describe('Time of the newest occurrence'),
  read: z.boolean(),
};
const of = <Kind extends NoticeKind>(kind: Kind) =>
  z.object({ ...common, kind: z.literal(kind), subject: subjects[kind] });

export const noticeSchema = z
  .discriminatedUnion('kind', [
    of('import-failed'),
    of('submission-returned'),
    of('account-disconnected'),
    of('adapter-silent'),
    of('download-failed'),
    of('mentioned'),
    of('key-expires'),
    of('quota-near'),
    of('installation-key-expires'),
  ])
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof noticeSchema>;

/** Number of days for which a notice is kept after its newest occurrence. */
export const noticeDays = 90;
/** Maximum number of unread notices that are counted. */
export const maxCountedNotices = 100;

const forMember = { tag: 'Notices', permission: { who: 'member' }, params: none } as const;

export const listNotices = operation({
  ...forMember,
  id: 'listNotices',
  method: 'GET',
  path: '/console/notices',
  summary: 'List your notices for the client, newest first',
  description: `Occurrences of the same kind about the same subject are one notice until you have read it. Notices are kept for ${noticeDays} days. Operators also get their notices about the installation, whichever client they ask for.`,
  query: z.object({
    unread: booleanText().default(false).describe('True: only unread notices'),
    limit: integerText(1, 100).default(30),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of notices',
      schema: z
        .object({
          notices: z.array(noticeSchema),
          next: z.string().nullable(),
        })
        .meta({ id: 'NoticePage' }),
    },
  },
  problems: ['invalid-parameter'],
});

export const countUnreadNotices = operation({
  ...forMember,
  id: 'countUnreadNotices',
  method: 'GET',
  path: '/console/notices/unread',
  summary: 'Count your unread notices for the client',
  query: none,
  answers: {
    200: {
      description: `The number of unread notices; ${maxCountedNotices} stands for ${maxCountedNotices} or more`,
      schema: z.object({ unread: whole }).meta({ id: 'UnreadNotices' }),
    },
  },
  problems: [],
});

export const markNoticesRead = operation({
  ...forMember,
  id: 'markNoticesRead',
  audit: 'none',
  method: 'POST',
  path: '/console/notices/read',
  summary: 'Mark notices as read',
  description:
    'A notice that has had more occurrences since stays unread, because you have not seen them. Marking a notice twice changes nothing; unknown ids are ignored.',
  query: none,
  body: z
    .strictObject({
      notices: z
        .array(
          z.strictObject({ noticeId: z.uuid(), count: whole.describe('`count` of the notice as you have seen it') }),
        )
        .min(1)
        .max(500),
    })
    .meta({ id: 'MarkNoticesRead' }),
  answers: { 204: { description: 'The notices are marked as read' } },
  problems: ['invalid-body', 'malformed-json'],
});
