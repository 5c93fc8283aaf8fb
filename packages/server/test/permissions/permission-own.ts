import { noticeKinds } from '@pimento/contract';
import type { Entry } from './permission-entry.ts';

const savedView = () => ({ name: 'x', shared: false, search: {} });

/** Requests for data that belongs to one member alone: notices and saved views. */
export const ownThings: Record<string, Entry> = {
  listNotices: { ok: 200, isPlain: true },
  countUnreadNotices: { ok: 200, isPlain: true },
  markNoticesRead: {
    ok: 204,
    body: () => ({ notices: [{ noticeId: '00000000-0000-4000-8000-000000000000', count: 1 }] }),
  },
  getNoticeSettings: { ok: 200 },
  putNoticeSettings: {
    ok: 200,
    body: () => ({
      ways: Object.fromEntries(noticeKinds.map((kind) => [kind, 'inbox'])),
      silentMinutes: 60,
      language: 'en',
      timeZone: 'UTC',
      digestHour: 7,
    }),
  },
  listProductViews: { ok: 200 },
  createProductView: { ok: 201, body: savedView },
  putProductView: { ok: 404, params: () => ({ viewId: 'none' }), body: savedView },
  deleteProductView: { ok: 404, params: () => ({ viewId: 'none' }) },
};
