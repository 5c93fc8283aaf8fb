import type { RequirementLevel } from '@pimento/contract';
import type { Result, Run, Value } from '@pimento/formula';
import type { Target, TargetDemands, ValueList } from '../../standards/core.ts';
import type { ValueConverter } from '../values/channel-value.ts';
import type { Fault } from '../values/evaluation-problem.ts';
import type { ImageCheck } from '../values/image-check.ts';
import type { HashSeed } from '../values/output-hash.ts';
import type { ValueCheck } from '../values/value-check.ts';
import type { ValueMapper } from '../values/value-mapping.ts';
import type { ValueWriter } from '../values/value-output.ts';

/** The rows that enclose a formula when it is computed, from the outermost inwards, and the value of `it`. */
export interface RowFrame {
  rows: readonly Value[];
  element: Value;
}

export type ValueSource =
  | { kind: 'unmapped' }
  /** The mapping leaves the target empty on purpose. */
  | { kind: 'empty' }
  | { kind: 'broken'; fault: Fault }
  | { kind: 'formula'; evaluate: (run: Run) => Result; mapper: ValueMapper | undefined }
  /**
   * One row for each element. If `evaluate` is undefined, the target has exactly one row. If `addsRow` is true, the elements are rows, and
   * formulas can read the children of these rows.
   */
  | { kind: 'rows'; evaluate: ((run: Run) => Result) | undefined; addsRow: boolean };

/** The formula of a target, as shown to people. */
export interface ValueOrigin {
  from: 'mapping' | 'standard';
  formula: string | undefined;
  /** Ids of the attributes that the formula reads. */
  attributes: readonly string[];
}

/** How single values are converted, checked and output. */
export interface ScalarSteps {
  /** True if a text is output unchanged, without the following steps. Most values are such texts. */
  isPlainText: boolean;
  convert: ValueConverter;
  check: ValueCheck | undefined;
  image: ImageCheck | undefined;
  write: ValueWriter;
  list: ValueList | undefined;
}

/** The data that is needed to evaluate a target in one category. */
export interface TargetPlan {
  target: Target;
  demands: TargetDemands;
  level: RequirementLevel;
  /** True if the category makes the target required, although the requirement of the target itself is lower. */
  isDemandedByCategory: boolean;
  source: ValueSource;
  origin: ValueOrigin;
  /** Undefined for composites. */
  scalar: ScalarSteps | undefined;
  children: PlanList;
  /** True if a rule or a condition of the standard reads the value. */
  isRead: boolean;
  hashSeed: HashSeed;
}

/**
 * The plans of all targets at the top level, or of all children of a composite, in the order of the standard. The values of a product or of
 * a row are a list in the same order.
 */
export interface PlanList {
  plans: readonly TargetPlan[];
  shapeNames: readonly string[];
  /** Path of a target → its index. */
  indexes: ReadonlyMap<string, number>;
  /** Indexes of the targets whose values depend on the value of another target. */
  dependent: readonly number[];
}
