import type { ChangedDefinition, DefinitionChange, PutAttributesAnswer } from '@pimento/contract';
import type { CodedProblem } from '@pimento/contract/problem';
import type { ProblemCode } from '@pimento/contract/problem-codes';
import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ValueMisfit } from '../stored-values/held-value-rules.ts';

/** A definition whose stored values a change checks, with its key. */
export type ChangedAttribute = ChangedDefinition & { key: string };

/** The reason why a change was refused: a problem from the problem catalogue with the additional members of its problem document. */
export type StoredRefusal = CodedProblem<ProblemCode> & { extra: Record<string, unknown> };

export type Sample = Omit<ValueMisfit, 'index'> & { productId: ProductId };

/** An open change, locked by the transaction that works on it. */
export interface OpenChange {
  clientId: ClientId;
  changeId: string;
  status: DefinitionChange['status'];
  dryRun: boolean;
  actor: string;
  definitions: unknown[] | null;
  attributes: ChangedAttribute[];
  checksHash: string | null;
  watching: boolean;
  scanned: boolean;
  checked: number;
  holders: number;
  toConvert: number;
  converted: number;
  misfits: number;
  misfitCounts: Record<string, number>;
  samples: Sample[];
  reached: string;
  lockTries: number;
}

/**
 * The part of a change that a waiting request reads. `problem` is set once the change is refused, and `answer` once the definitions are
 * stored.
 */
export interface ChangeResult {
  status: DefinitionChange['status'];
  checked: number;
  problem: StoredRefusal | null;
  answer: PutAttributesAnswer | null;
}
