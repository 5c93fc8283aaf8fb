import type { JobOrigin } from '@pimento/contract';

/** The search parameters of the list, which filter its jobs. Without `origin` the list shows imports. */
export interface ImportSearch {
  origin?: Exclude<JobOrigin, 'import'> | 'all';
}

/** Reads the search parameters of a URL; ignores unknown values. */
export function readImportSearch(search: Record<string, unknown>): ImportSearch {
  const { origin } = search;
  return origin === 'edit' || origin === 'all' ? { origin } : {};
}
