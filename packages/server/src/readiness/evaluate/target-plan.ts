import type { RequirementLevel } from '@pimento/contract';
import type { Result, Run, Value } from '@pimento/formula';
import type { Target, TargetDemands, ValueList } from '../../standards/core.ts';
import type { ConvertedTarget } from '../values/channel-value.ts';
import type { Fault } from '../values/evaluation-problem.ts';
import type { ImageCheck } from '../values/image-check.ts';
import type { ValueCheck } from '../values/value-check.ts';
import type { ValueMapper } from '../values/value-mapping.ts';
import type { ValueWriter } from '../values/value-output.ts';

/** The rows around a formula while it is computed, and the meaning of `it`. */
export interface RowFrame {
  rows: readonly Value[];
  element: Value;
}

/** Where the value of a target comes from. */
export type ValueSource =
  | { kind: 'unmapped' }
  /** Deliberately empty. */
  | { kind: 'empty' }
  | { kind: 'broken'; fault: Fault }
  | { kind: 'formula'; evaluate: (run: Run) => Result; mapper: ValueMapper | undefined }
  /**
   * One row for each element. `evaluate` is absent if the target has exactly one row; `addsRow`: the elements are rows with children that
   * formulas can read.
   */
  | { kind: 'rows'; evaluate: ((run: Run) => Result) | undefined; addsRow: boolean };

/** The formula of a target, for people. */
export interface ValueOrigin {
  from: 'mapping' | 'standard';
  formula: string | undefined;
  /** Ids of the attributes that the formula reads. */
  attributes: readonly string[];
}

/** How single values are converted, checked and written. */
export interface ScalarSteps {
  convert: ConvertedTarget;
  check: ValueCheck | undefined;
  image: ImageCheck | undefined;
  write: ValueWriter;
  list: ValueList | undefined;
}

/** A target in one category: everything that is needed to evaluate it. */
export interface TargetPlan {
  target: Target;
  demands: TargetDemands;
  level: RequirementLevel;
  /** True if the category demands the target and the standard alone would not. */
  isDemandedByCategory: boolean;
  source: ValueSource;
  origin: ValueOrigin;
  /** Undefined for composites. */
  scalar: ScalarSteps | undefined;
  children: readonly TargetPlan[];
  /** True if a rule or a condition reads the value. */
  isRead: boolean;
}
