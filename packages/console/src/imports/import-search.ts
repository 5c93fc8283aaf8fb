import type { JobOrigin } from '@pimento/contract';
import { choiceIn, without } from '../ui/search-texts.ts';

/** The search parameters of the URL, which filter the list of jobs. Without `origin`, the list shows imports. */
export interface ImportSearch {
  origin?: Exclude<JobOrigin, 'import'> | 'all';
}

/** Reads the search parameters of a URL; ignores unknown values. */
export const readImportSearch = (search: Record<string, unknown>): ImportSearch =>
  without<ImportSearch>({ origin: choiceIn(search, 'origin', ['edit', 'bulk', 'all']) });
