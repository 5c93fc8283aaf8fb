import type { JobOrigin } from '@pimento/contract';

/** The search parameters of the list: which jobs it shows. Without `origin` it shows imports. */
export interface ImportSearch {
  origin?: Exclude<JobOrigin, 'import'> | 'all';
}

/** Reads the search parameters of an address; unknown values are dropped. */
export function readImportSearch(search: Record<string, unknown>): ImportSearch {
  const { origin } = search;
  return origin === 'edit' || origin === 'all' ? { origin } : {};
}
