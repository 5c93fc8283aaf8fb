import { choiceIn, without } from '../ui/search-texts.ts';

export interface NoticeSearch {
  unread?: 'true';
}

/** Reads the search parameters of a URL. Ignores unknown values. */
export const readNoticeSearch = (search: Record<string, unknown>): NoticeSearch =>
  without<NoticeSearch>({ unread: choiceIn(search, 'unread', ['true']) });
