import { textIn, without } from '../ui/search-texts.ts';

/** The search parameters of the list of deleted products. */
export interface DeletedSearch {
  text?: string;
}

export const readDeletedSearch = (search: Record<string, unknown>): DeletedSearch =>
  without<DeletedSearch>({ text: textIn(search, 'text') });
