import type { RawValue } from '@pimento/formula';
import type { ShapeValue } from '../values/shape-value.ts';
import type { PlanList } from './target-plan.ts';

/** The value of a target for one product. */
export interface TargetValue {
  shape: ShapeValue;
  /** The value as formulas of the standard read it. Undefined if no formula reads it. */
  raw: RawValue;
  /** False if a required child of a composite is missing. */
  isFilled: boolean;
}

/** The values of a product's top-level targets. */
export class TargetValues {
  readonly list: PlanList;
  /** In the order of the plans. */
  readonly values: readonly (TargetValue | undefined)[];

  constructor(list: PlanList, values: readonly (TargetValue | undefined)[]) {
    this.list = list;
    this.values = values;
  }

  /** Returns true if a target applies to the product's category. */
  has(path: string): boolean {
    return this.list.indexes.has(path);
  }

  find(path: string): TargetValue | undefined {
    return this.values[this.list.indexes.get(path) ?? -1];
  }
}
