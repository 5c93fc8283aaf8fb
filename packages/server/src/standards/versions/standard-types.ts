import type { ChangeCounts } from '@pimento/contract';
import type { AdapterId, ChannelId } from '../../platform/core.ts';
import type { StandardCounts } from '../read/standard-rows.ts';

/** The key of a channel's data standard. */
export interface StandardKey {
  adapterId: AdapterId;
  channelId: ChannelId;
}

/** One version, a row of `channel_standard`. */
export interface StandardVersionRow {
  version: number;
  state: 'current' | 'past' | 'withdrawn';
  /** Hash of the document, as hexadecimal digits. */
  documentHash: string;
  name: string;
  release: string | null;
  counts: StandardCounts;
  changes: ChangeCounts | null;
  publisher: 'adapter' | 'operator';
  publishedBy: string;
  publishedAt: Date;
}
