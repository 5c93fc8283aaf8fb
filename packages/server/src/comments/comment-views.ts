import type { Comment } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection } from '../platform/index.ts';
import type { CommentPerson, CommentSubject } from './comment-types.ts';

/** Maximum number of people that are listed as possible mentions. */
const maxColleagues = 500;

type CommentRow = Omit<Comment, 'created' | 'edited'> & { createdAt: Date; editedAt: Date | null };

/** The person who reads the comments of a client. */
type Reader = Pick<CommentPerson, 'clientId' | 'personId'>;

const isAbout = (clientId: ClientId, { kind, id }: CommentSubject): RawBuilder<boolean> => sql<boolean>`
  comment.client_id = ${clientId} and comment.subject_kind = ${kind} and comment.subject_id = ${id}`;

/** SQL condition that a comment is unread. Another person wrote the comment after the reader last saw the comments on its subject. */
const isUnread = ({ clientId, personId }: Reader): RawBuilder<boolean> => sql<boolean>`(
    comment.author_id is distinct from ${personId}
    and comment.created_at > coalesce((
      select comment_seen.seen_at
      from comment_seen
      where comment_seen.client_id = ${clientId}
        and comment_seen.person_id = ${personId}
        and comment_seen.subject_kind = comment.subject_kind
        and comment_seen.subject_id = comment.subject_id
    ), '-infinity')
  )`;

const columnsFor = (reader: Reader) => sql`
  comment.comment_id as "commentId",
  comment.author_id as "authorId",
  author.name as "authorName",
  comment.text,
  coalesce((
    select jsonb_agg(jsonb_build_object('personId', person.person_id, 'name', person.name) order by person.name, person.person_id)
    from person
    where person.person_id = any(comment.mentions)
  ), '[]') as mentions,
  comment.created_at as "createdAt",
  comment.edited_at as "editedAt",
  ${isUnread(reader)} as unread`;

const commentView = ({ createdAt, editedAt, ...row }: CommentRow): Comment => ({
  ...row,
  created: createdAt.toISOString(),
  edited: editedAt?.toISOString() ?? null,
});

/** Lists the comments on a subject, newest first. @param page.after id of the last comment of the previous page; null for the first page */
export async function listComments(
  connection: Connection,
  { clientId, personId }: CommentPerson,
  subject: CommentSubject,
  page: { after: string | null; limit: number },
): Promise<Comment[]> {
  const { rows } = await sql<CommentRow>`
    select ${columnsFor({ clientId, personId })}
    from comment
    left join person as author on author.person_id = comment.author_id
    where ${isAbout(clientId, subject)}
      and (${page.after}::uuid is null or (comment.created_at, comment.comment_id) < (
        select earlier.created_at, earlier.comment_id
        from comment as earlier
        where earlier.client_id = ${clientId} and earlier.comment_id = ${page.after}::uuid
      ))
    order by comment.created_at desc, comment.comment_id desc
    limit ${page.limit}`.execute(connection);
  return rows.map(commentView);
}

/** Counts all comments on a subject, and those that a person has not seen. A subject has at most `commentLimits.subject` comments. */
export async function countComments(
  connection: Connection,
  { clientId, personId }: Pick<CommentPerson, 'clientId' | 'personId'>,
  subject: CommentSubject,
): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*) as total, count(*) filter (where ${isUnread({ clientId, personId })}) as unread
    from comment
    where ${isAbout(clientId, subject)}`.execute(connection);
  return rows[0] ?? { total: 0, unread: 0 };
}

/** Returns a comment as a person sees it. @returns undefined if there is none */
export async function findComment(
  connection: Connection,
  { clientId, personId }: CommentPerson,
  commentId: string,
): Promise<Comment | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columnsFor({ clientId, personId })}
    from comment
    left join person as author on author.person_id = comment.author_id
    where comment.client_id = ${clientId} and comment.comment_id = ${commentId}::uuid`.execute(connection);
  const [row] = rows;
  return row && commentView(row);
}

/**
 * Lists the members of a client, sorted by name, without the given person and without disabled people.
 * @param only limits the list to these people; null for all
 */
export async function listColleagues(
  connection: Connection,
  { clientId, personId }: Pick<CommentPerson, 'clientId' | 'personId'>,
  only: readonly string[] | null,
): Promise<{ personId: string; name: string }[]> {
  const { rows } = await sql<{ personId: string; name: string }>`
    select person.person_id as "personId", person.name
    from person_client_role
    join person on person.person_id = person_client_role.person_id
    where person_client_role.client_id = ${clientId}
      and person.disabled_at is null
      and person.person_id <> ${personId}
      and (${only}::text[] is null or person.person_id = any(${only}::text[]))
    order by person.name, person.person_id
    limit ${maxColleagues}`.execute(connection);
  return rows;
}
