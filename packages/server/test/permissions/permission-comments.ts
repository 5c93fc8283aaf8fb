import type { Entry } from './permission-entry.ts';

const unknown = () => ({ commentId: '00000000-0000-4000-8000-000000000000' });
const content = { text: 'Please check.' };

export const comments: Record<string, Entry> = {
  createComment: { ok: 201, body: () => ({ kind: 'product', id: 'pen', ...content }) },
  listComments: { ok: 200, query: () => '?kind=product&id=pen' },
  putComment: { ok: 404, params: unknown, body: () => content },
  deleteComment: { ok: 404, params: unknown },
  markCommentsSeen: { ok: 204, body: () => ({ kind: 'product', id: 'pen', until: '2026-01-31T12:00:00Z' }) },
  listColleagues: { ok: 200 },
};
