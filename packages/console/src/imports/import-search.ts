import type { JobOrigin } from '@pimento/contract';

/** What the address of the list says: which jobs are shown; imports where it says nothing. */
export interface ImportSearch {
  origin?: Exclude<JobOrigin, 'import'> | 'all';
}

export function readImportSearch(search: Record<string, unknown>): ImportSearch {
  const { origin } = search;
  return origin === 'edit' || origin === 'all' ? { origin } : {};
}
