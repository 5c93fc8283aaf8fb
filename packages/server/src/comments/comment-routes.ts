import * as contract from '@pimento/contract';
import type { NoticeDeps } from '../notices/index.ts';
import { memberRoute, pageOf, parseUuidCursor, type Route, unknownCursor } from '../platform/index.ts';
import { changeComment, createComment, markSeen, removeComment } from './comment-service.ts';
import { countComments, findComment, listColleagues, listComments } from './comment-views.ts';

/** Creates the routes of comments on products and submissions. */
export function commentRoutes(deps: NoticeDeps): Route[] {
  const { database } = deps;
  return [
    memberRoute(contract.listComments, async ({ caller, query: { kind, id, limit, startingAfter } }) => {
      const after = parseUuidCursor(startingAfter, 'commentId');
      const found = await listComments(database, caller, { kind, id }, { after, limit: limit + 1 });
      if (after !== null && found.length === 0 && !(await findComment(database, caller, after)))
        throw unknownCursor('commentId');
      const { rows: comments, hasMore } = pageOf(found, limit);
      const counts = await countComments(database, caller, { kind, id });
      return {
        status: 200,
        body: { comments, ...counts, next: hasMore ? (comments.at(-1)?.commentId ?? null) : null },
      };
    }),
    memberRoute(contract.createComment, async ({ caller, body: { kind, id, ...content } }) => ({
      status: 201,
      body: await createComment(deps, caller, { kind, id }, content),
    })),
    memberRoute(contract.putComment, async ({ caller, params, body }) => ({
      status: 200,
      body: await changeComment(deps, caller, params.commentId, body),
    })),
    memberRoute(contract.deleteComment, async ({ caller, params }) => {
      await removeComment(deps, caller, params.commentId);
      return { status: 204 };
    }),
    memberRoute(contract.markCommentsSeen, async ({ caller, body: { kind, id, until } }) => {
      await markSeen(deps, caller, { kind, id }, new Date(until));
      return { status: 204 };
    }),
    memberRoute(contract.listColleagues, async ({ caller }) => ({
      status: 200,
      body: { people: await listColleagues(database, caller, null) },
    })),
  ];
}
