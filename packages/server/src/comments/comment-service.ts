import { type Comment, commentLimits } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { findExistingIds, findProductId, unknownProduct } from '../catalog/index.ts';
import { notifyPeople, type NoticeDeps } from '../notices/index.ts';
import { isUuid, PimentoError, type Transaction, transaction } from '../platform/index.ts';
import { submissionExists } from '../submissions/index.ts';
import { deleteCommentRow, insertComment, lockStored, lockSubject, saveSeen, updateComment } from './comment-store.ts';
import type { CommentPerson, CommentSubject, StoredComment } from './comment-types.ts';
import { countComments, findComment, listColleagues } from './comment-views.ts';

interface CommentContent {
  text: string;
  mentions: readonly string[];
}

/** Maximum number of characters of a comment that a notice shows. */
const excerptCharacters = 200;

const excerptOf = (text: string) =>
  text.length > excerptCharacters ? `${text.slice(0, excerptCharacters).toWellFormed()} …` : text;

/**
 * Returns the subject with its stored id, which can differ from the requested id.
 * @throws PimentoError unknown-product, unknown-submission
 */
async function getSubject(
  opened: Transaction,
  { clientId }: CommentPerson,
  { kind, id }: CommentSubject,
): Promise<CommentSubject> {
  if (kind === 'product') {
    const productId = await findProductId(opened, clientId, id);
    const existing = productId === undefined ? [] : await findExistingIds(opened, clientId, [productId]);
    if (productId === undefined || existing.length === 0) throw unknownProduct(id);
    return { kind, id: productId };
  }
  if (!isUuid(id) || !(await submissionExists(opened, { clientId, submissionId: id })))
    throw new PimentoError(problem('unknown-submission', { submissionId: id }));
  return { kind, id };
}

async function getComment(opened: Transaction, person: CommentPerson, commentId: string): Promise<Comment> {
  const found = await findComment(opened, person, commentId);
  if (!found) throw new Error(`the comment ${commentId} was just stored`);
  return found;
}

async function notifyMentioned(
  opened: Transaction,
  deps: NoticeDeps,
  { clientId, personId }: CommentPerson,
  { kind, id }: CommentSubject,
  comment: { commentId: string; authorName: string | null; text: string; personIds: readonly string[] },
): Promise<void> {
  const { commentId, authorName, text } = comment;
  const subject = {
    subjectKind: kind,
    subjectId: id,
    commentId,
    authorName: authorName ?? personId,
    text: excerptOf(text),
  };
  await notifyPeople(opened, deps, comment.personIds, {
    clientId,
    kind: 'mentioned',
    groupKey: `${kind} ${id}`,
    subject,
    occurrences: 1,
  });
}

/** @throws PimentoError unknown-product, unknown-submission, not-possible-now */
export function createComment(
  deps: NoticeDeps,
  person: CommentPerson,
  asked: CommentSubject,
  { text, mentions }: CommentContent,
): Promise<Comment> {
  const { database, clock } = deps;
  return transaction(database, async (opened) => {
    const subject = await getSubject(opened, person, asked);
    await lockSubject(opened, person.clientId, subject);
    const max = commentLimits.subject;
    if ((await countComments(opened, person, subject)).total >= max)
      throw new PimentoError(problem('not-possible-now', { kind: 'too-many-comments', max }));
    const commentId = clock.newId();
    const personIds = (await listColleagues(opened, person, mentions)).map((one) => one.personId);
    await insertComment(opened, person, subject, { commentId, text, mentions: personIds, at: clock.now() });
    const comment = await getComment(opened, person, commentId);
    await notifyMentioned(opened, deps, person, subject, { ...comment, personIds });
    return comment;
  });
}

/** @throws PimentoError unknown-comment */
async function lockComment(
  opened: Transaction,
  { clientId }: CommentPerson,
  commentId: string,
): Promise<StoredComment> {
  const stored = isUuid(commentId) ? await lockStored(opened, clientId, commentId) : undefined;
  if (!stored) throw new PimentoError(problem('unknown-comment', { commentId }));
  return stored;
}

/** Changes a comment that the person has written. @throws PimentoError unknown-comment, forbidden */
export function changeComment(
  deps: NoticeDeps,
  person: CommentPerson,
  commentId: string,
  { text, mentions }: CommentContent,
): Promise<Comment> {
  const { database, clock } = deps;
  return transaction(database, async (opened) => {
    const stored = await lockComment(opened, person, commentId);
    if (stored.authorId !== person.personId) throw new PimentoError(problem('forbidden', { kind: 'comment' }));
    const personIds = (await listColleagues(opened, person, mentions)).map((one) => one.personId);
    await updateComment(opened, person.clientId, { commentId, text, mentions: personIds, at: clock.now() });
    const comment = await getComment(opened, person, commentId);
    const added = personIds.filter((personId) => !stored.mentions.includes(personId));
    await notifyMentioned(opened, deps, person, stored, { ...comment, personIds: added });
    return comment;
  });
}

/** Deletes a comment. Only its author and owners may do this. @throws PimentoError unknown-comment, forbidden */
export async function removeComment({ database }: NoticeDeps, person: CommentPerson, commentId: string): Promise<void> {
  await transaction(database, async (opened) => {
    const stored = await lockComment(opened, person, commentId);
    if (stored.authorId !== person.personId && person.role !== 'owner')
      throw new PimentoError(problem('forbidden', { kind: 'comment' }));
    await deleteCommentRow(opened, person.clientId, commentId);
  });
}

/** Marks the comments on a subject as seen up to `until`, or up to now if `until` is in the future. */
export async function markSeen(
  { database, clock }: NoticeDeps,
  person: CommentPerson,
  subject: CommentSubject,
  until: Date,
): Promise<void> {
  const now = clock.now();
  await transaction(database, (opened) => saveSeen(opened, person, subject, until < now ? until : now));
}
