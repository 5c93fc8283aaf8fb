import { sql } from 'kysely';
import type { ClientId, Transaction } from '../platform/index.ts';
import type { CommentPerson, CommentSubject, StoredComment } from './comment-types.ts';

/** Locks a subject until the transaction ends, so that concurrent comments cannot exceed the limit. */
export async function lockSubject(
  connection: Transaction,
  clientId: ClientId,
  { kind, id }: CommentSubject,
): Promise<void> {
  const name = JSON.stringify(['comment', clientId, kind, id]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`.execute(connection);
}

export async function insertComment(
  connection: Transaction,
  { clientId, personId }: CommentPerson,
  { kind, id }: CommentSubject,
  comment: { commentId: string; text: string; mentions: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    insert into comment (client_id, comment_id, subject_kind, subject_id, author_id, text, mentions, created_at)
    values (
      ${clientId}, ${comment.commentId}::uuid, ${kind}, ${id}, ${personId}, ${comment.text}, ${comment.mentions}::text[],
      ${comment.at}
    )`.execute(connection);
}

export async function updateComment(
  connection: Transaction,
  clientId: ClientId,
  comment: { commentId: string; text: string; mentions: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update comment
    set text = ${comment.text}, mentions = ${comment.mentions}::text[], edited_at = ${comment.at}
    where comment.client_id = ${clientId} and comment.comment_id = ${comment.commentId}::uuid`.execute(connection);
}

export async function deleteCommentRow(connection: Transaction, clientId: ClientId, commentId: string): Promise<void> {
  await sql`
    delete from comment
    where comment.client_id = ${clientId} and comment.comment_id = ${commentId}::uuid`.execute(connection);
}

/** Deletes all comments on a submission. */
export async function deleteSubmissionComments(
  connection: Transaction,
  { clientId, submissionId }: { clientId: ClientId; submissionId: string },
): Promise<void> {
  await sql`
    with seen as (
      delete from comment_seen
      where comment_seen.client_id = ${clientId}
        and comment_seen.subject_kind = 'submission'
        and comment_seen.subject_id = ${submissionId}
    )
    delete from comment
    where comment.client_id = ${clientId} and comment.subject_kind = 'submission' and comment.subject_id = ${submissionId}`.execute(
    connection,
  );
}

/**
 * Stores the time up to which a person has seen the comments on a subject, unless a later time is stored. Does nothing if the subject has
 * no comments.
 */
export async function saveSeen(
  connection: Transaction,
  { clientId, personId }: CommentPerson,
  { kind, id }: CommentSubject,
  until: Date,
): Promise<void> {
  await sql`
    insert into comment_seen as stored (client_id, person_id, subject_kind, subject_id, seen_at)
    select ${clientId}, ${personId}, ${kind}, ${id}, ${until}
    where exists (
      select
      from comment
      where comment.client_id = ${clientId} and comment.subject_kind = ${kind} and comment.subject_id = ${id}
    )
    on conflict (client_id, person_id, subject_kind, subject_id) do update
    set seen_at = excluded.seen_at
    where stored.seen_at < excluded.seen_at`.execute(connection);
}

/** Locks a comment. @returns undefined if there is none */
export async function lockStored(
  connection: Transaction,
  clientId: ClientId,
  commentId: string,
): Promise<StoredComment | undefined> {
  const { rows } = await sql<StoredComment>`
    select comment.subject_kind as kind, comment.subject_id as id, comment.author_id as "authorId", comment.mentions
    from comment
    where comment.client_id = ${clientId} and comment.comment_id = ${commentId}::uuid
    for update`.execute(connection);
  return rows[0];
}
