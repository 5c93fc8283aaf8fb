import type { ChannelId } from '../../platform/core.ts';
import type { EvaluatedOutcome } from '../evaluate/evaluation-result.ts';

/** A row of `channel_evaluation`, ready to be written. Numbers of 64 bits and hashes are texts. */
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
  /** JSON. */
  problems: string;
  problemIds: number[];
  outputHash: string;
  /** Hexadecimal digits. */
  resultHash: string;
}

/** The part of a stored evaluation that a new one is compared with. */
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

/** Numbers of products to add: kind and key → difference. */
export type TallyDifference = Map<string, { kind: 'outcome' | 'problem' | 'category'; key: string; products: number }>;
