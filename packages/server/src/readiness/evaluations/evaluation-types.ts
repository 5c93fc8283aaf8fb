import type { ChannelId } from '../../platform/core.ts';
import type { EvaluatedOutcome } from '../evaluate/evaluation-result.ts';

/** A row of `channel_evaluation` before it is written. Hashes and 64-bit numbers are strings. */
export interface EvaluationRow {
  channelId: ChannelId;
  productId: string;
  rulesetNo: number;
  productRevision: number;
  productCreatedAt: string;
  outcome: EvaluatedOutcome;
  isComplete: boolean;
  isValid: boolean;
  channelCategory: string | null;
  required: number;
  filled: number;
  recommended: number;
  recommendedFilled: number;
  errors: number;
  warnings: number;
  /** The problems as JSON text. */
  problems: string;
  problemIds: number[];
  outputHash: string;
  /** Hash of the result, as hexadecimal digits. */
  resultHash: string;
}

/** The part of a stored evaluation that is compared with a new evaluation. */
export interface StoredEvaluation {
  channelId: ChannelId;
  productId: string;
  productRevision: number;
  productCreatedAt: string;
  outcome: EvaluatedOutcome;
  channelCategory: string | null;
  problemIds: number[];
  resultHash: string;
}

/** The number of products to add to each tally. It can be negative. The key of the map consists of `kind` and `key`. */
export type TallyDifference = Map<string, { kind: 'outcome' | 'problem' | 'category'; key: string; products: number }>;
