import type { ClientId } from '../../platform/index.ts';

export interface DeletionRow {
  deletionId: string;
  clientId: ClientId;
  status: 'Deleting' | 'Completed';
  actor: string;
  startedAt: Date;
  finishedAt: Date | null;
  people: number;
  /** Table → number of deleted rows. */
  deletedRows: Record<string, number>;
  files: number;
  fileBytes: number;
  strippedEvents: number;
  eventsReached: { adapterId: string; created: string } | null;
  finalCheck: FinalCheck | null;
}

/** Result of the check at the end of a deletion, with the number of checked tables. `rows` and `files` are 0, because nothing was left. */
export interface FinalCheck {
  tables: number;
  rows: 0;
  files: 0;
}
