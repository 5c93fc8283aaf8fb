import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { readableText } from '../operation/readable-text.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';

export const maxCommentCharacters = 4_000;
/** Maximum numbers: characters of a comment, people that it mentions, and comments on one product or submission (`subject`). */
export const commentLimits = { text: maxCommentCharacters, mentions: 20, subject: 1_000 } as const;

export const commentSubjects = ['product', 'submission'] as const;
export type CommentSubjectKind = (typeof commentSubjects)[number];

const personSchema = z.object({ personId: z.string(), name: z.string() });

export const commentSchema = z
  .object({
    commentId: z.string(),
    authorId: z.string().nullable().describe('Null if the person has been deleted'),
    authorName: z.string().nullable(),
    text: z.string().describe('Plain text; show it as such'),
    mentions: z.array(personSchema).describe('The mentioned people who still exist'),
    created: z.string(),
    edited: z.string().nullable(),
    unread: z.boolean().describe('True: another person wrote it since you have seen the comments'),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof commentSchema>;

const kind = z.enum(commentSubjects, must({ rule: 'one-of', values: commentSubjects }));
const id = storableText().min(1);
const content = {
  text: readableText(commentLimits.text),
  mentions: z
    .array(storableText(100))
    .max(commentLimits.mentions)
    .default([])
    .describe('personIds of members of the client; each gets a notice, except you. Others are ignored'),
};

const forMember = { tag: 'Comments', permission: { who: 'member' } } as const;
const path = '/console/comments';
const params = z.object({ commentId: storableText(100) });

export const listComments = operation({
  ...forMember,
  id: 'listComments',
  method: 'GET',
  path,
  summary: 'List the comments on a product or a submission, newest first',
  description: 'A product keeps its comments when it is deleted and restored.',
  params: none,
  query: z.object({
    kind,
    id: id.describe('productId or submissionId'),
    limit: integerText(1, 200).default(30),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of comments, and the numbers of all and of unread ones',
      schema: z
        .object({
          comments: z.array(commentSchema),
          total: z.number().int(),
          unread: z.number().int(),
          next: z.string().nullable(),
        })
        .meta({ id: 'CommentPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const createComment = operation({
  ...forMember,
  id: 'createComment',
  audit: 'none',
  method: 'POST',
  path,
  summary: 'Comment on a product or a submission',
  description: `Viewers may comment too: a comment does not change the catalogue. A product or submission can have at most ${commentLimits.subject} comments.`,
  params: none,
  query: none,
  body: z.strictObject({ kind, id, ...content }).meta({ id: 'CreateComment' }),
  answers: { 201: { description: 'The comment', schema: commentSchema } },
  problems: ['unknown-product', 'unknown-submission', 'not-possible-now', 'invalid-body', 'malformed-json'],
});

export const putComment = operation({
  ...forMember,
  id: 'putComment',
  audit: { object: 'comment', id: 'commentId' },
  method: 'PUT',
  path: `${path}/{commentId}`,
  summary: 'Change one of your comments',
  description: 'People who are mentioned for the first time get a notice.',
  params,
  query: none,
  body: z.strictObject(content).meta({ id: 'PutComment' }),
  answers: { 200: { description: 'The comment', schema: commentSchema } },
  problems: ['unknown-comment', 'forbidden', 'invalid-body', 'malformed-json'],
});

export const deleteComment = operation({
  ...forMember,
  id: 'deleteComment',
  audit: { object: 'comment', id: 'commentId' },
  method: 'DELETE',
  path: `${path}/{commentId}`,
  summary: 'Delete one of your comments; owners can delete any comment',
  params,
  query: none,
  answers: { 204: { description: 'The comment is deleted' } },
  problems: ['unknown-comment', 'forbidden'],
});

export const markCommentsSeen = operation({
  ...forMember,
  id: 'markCommentsSeen',
  audit: 'none',
  method: 'POST',
  path: `${path}/seen`,
  summary: 'Mark comments on a product or a submission as read',
  params: none,
  query: none,
  body: z
    .strictObject({
      kind,
      id,
      until: z.iso.datetime({ offset: true }).describe('`created` of the newest comment that you have seen'),
    })
    .meta({ id: 'MarkCommentsSeen' }),
  answers: { 204: { description: 'Comments up to this time are read' } },
  problems: ['invalid-body', 'malformed-json'],
});

export const listColleagues = operation({
  ...forMember,
  id: 'listColleagues',
  method: 'GET',
  path: '/console/colleagues',
  summary: 'List the members of the client whom you can mention',
  params: none,
  query: none,
  answers: {
    200: {
      description: 'By name, without you; at most 500',
      schema: z.object({ people: z.array(personSchema) }).meta({ id: 'ColleagueList' }),
    },
  },
  problems: [],
});
