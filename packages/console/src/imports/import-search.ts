import type { JobOrigin } from '@pimento/contract';
import { choiceIn, without } from '../ui/search-texts.ts';

/** The search parameters of the URL, which filter the list of jobs. Without `origin`, the list shows imports. */
export interface ImportSearch {
  /** `errors`: imports that failed or rejected products. */
  origin?: Exclude<JobOrigin, 'import'> | 'errors' | 'all';
}

/** Reads the search parameters of a URL. Ignores unknown values. */
export const readImportSearch = (search: Record<string, unknown>): ImportSearch =>
  without<ImportSearch>({ origin: choiceIn(search, 'origin', ['errors', 'edit', 'bulk', 'all']) });
