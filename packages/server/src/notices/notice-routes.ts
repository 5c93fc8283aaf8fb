import * as contract from '@pimento/contract';
import { findPerson } from '../access/index.ts';
import { memberRoute, type Route } from '../platform/index.ts';
import { noticeCursor, parseNoticeCursor } from './inbox/notice-cursor.ts';
import { changePreferences, type NoticeDeps, readNotices } from './inbox/notice-service.ts';
import { defaultsOf, findInstallationWays, findPreferences } from './inbox/notice-setting-views.ts';
import { countUnread, listNotices } from './inbox/notice-views.ts';
import { findMailProblem } from './mail/notice-mail-views.ts';
import type { Recipient } from './notice-types.ts';
import { readWorkList } from './work-list/work-service.ts';

async function settingsOf({ database, canMail }: NoticeDeps, recipient: Recipient): Promise<contract.NoticeSettings> {
  const person = await findPerson(database, recipient.personId);
  const preferences = await findPreferences(database, recipient);
  const chosen = preferences ?? (await defaultsOf(database, recipient));
  return {
    ...chosen,
    ways: { ...chosen.ways, ...(await findInstallationWays(database, recipient.personId)) },
    saved: preferences !== undefined,
    canMail,
    email: person?.email ?? '',
    mailProblem: await findMailProblem(database, recipient),
  };
}

const readerOf = ({ role, ...caller }: Recipient & { role: contract.Role }) => ({
  ...caller,
  isOwner: role === 'owner',
});

/** Creates the routes of a person's notices, notice settings and work list. */
export function noticeRoutes(deps: NoticeDeps): Route[] {
  const { database } = deps;
  return [
    memberRoute(contract.listNotices, async ({ caller, query }) => {
      const { unread, limit, startingAfter } = query;
      const after = parseNoticeCursor(startingAfter);
      const found = await listNotices(database, readerOf(caller), { unread, after, limit: limit + 1 });
      const notices = found.slice(0, limit);
      const last = notices.at(-1);
      return {
        status: 200,
        body: { notices, next: found.length > limit && last ? noticeCursor(last) : null },
      };
    }),
    memberRoute(contract.countUnreadNotices, async ({ caller }) => ({
      status: 200,
      body: { unread: await countUnread(database, readerOf(caller)) },
    })),
    memberRoute(contract.getWorkList, async ({ caller }) => ({
      status: 200,
      body: await readWorkList(deps, readerOf(caller)),
    })),
    memberRoute(contract.markNoticesRead, async ({ caller, body }) => {
      await readNotices(deps, caller, body.notices);
      return { status: 204 };
    }),
    memberRoute(contract.getNoticeSettings, async ({ caller }) => ({
      status: 200,
      body: await settingsOf(deps, caller),
    })),
    memberRoute(contract.putNoticeSettings, async ({ caller, body }) => {
      await changePreferences(deps, caller, body);
      return { status: 200, body: await settingsOf(deps, caller) };
    }),
  ];
}
