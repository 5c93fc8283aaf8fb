import type { ClientId, ProductId, ChannelId } from '../platform/core.ts';
import type {
  itemStatuses,
  productResults,
  ReportedItem,
  reportStatuses,
  submissionOperations,
  submissionOrigins,
  submissionStatuses,
} from '@pimento/contract';

export type ReportStatus = (typeof reportStatuses)[number];
export type ItemStatus = (typeof itemStatuses)[number];
export type ProductResultName = (typeof productResults)[number];
export type SubmissionStatus = (typeof submissionStatuses)[number];
export type SubmissionOperation = (typeof submissionOperations)[number];
export type SubmissionOrigin = (typeof submissionOrigins)[number];
/** Number of products by status or result. A missing entry means 0. */
export type Counts<Word extends string> = Partial<Record<Word, number>>;

/** The progress of a submission according to its reports so far. */
export interface SubmissionProgress {
  productCount: number;
  /** Reported status of the whole submission. Null if there is none yet. */
  reported: ReportStatus | null;
  isFinal: boolean;
  /** Result of all products that no report has mentioned. Null until the result is known. */
  restResult: 'Accepted' | 'Returned' | null;
  messages: string[];
  /** Number of products by the status of the last report that mentioned them before `isFinal` was set. */
  partCounts: Counts<ReportStatus>;
  /** Number of products by the last result that was reported for them. */
  itemCounts: Counts<ItemStatus>;
  /** Status in the log of submissions. Final once `isFinal` is set and no product is Pending. */
  status: SubmissionStatus;
  /** Number of products whose result was changed after the end of the submission. */
  changedAfterEnd: number;
}

export interface SubmissionKey {
  clientId: ClientId;
  submissionId: string;
}

export interface SubmissionRow extends SubmissionKey, SubmissionProgress {
  channelId: ChannelId;
  accountId: string;
  accountName: string;
  comment: string | null;
  operation: SubmissionOperation;
  origin: SubmissionOrigin;
  actor: string;
  batchSize: number;
  snapshotHash: Buffer;
  /** Number of the ruleset by which the products were evaluated. Null if they have no channel shape. */
  rulesetNo: number | null;
  createdAt: Date;
  fetchedAt: Date | null;
  finishedAt: Date | null;
  /** Time from which the products of the submission can no longer be fetched. Null while they can be. */
  contentClosedAt: Date | null;
}

/** An item of a report in its stored form. */
export interface ItemWrite {
  productId: ProductId;
  partStatus: ReportStatus;
  status: ItemStatus;
  message: string | null;
  errors: NonNullable<ReportedItem['errors']>;
  externalId: string | null;
  changedAfterEnd: boolean;
}

export interface StoredItem {
  productId: ProductId;
  partStatus: ReportStatus;
  status: ItemStatus;
  changedAfterEnd: boolean;
}
