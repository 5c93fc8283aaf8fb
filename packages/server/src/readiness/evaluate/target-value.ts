import type { RawValue } from '@pimento/formula';
import type { ShapeValue } from '../values/shape-value.ts';

/** The value of a target for one product. */
export interface TargetValue {
  shape: ShapeValue;
  /** The value as formulas of the standard read it; undefined if no formula reads it. */
  raw: RawValue;
  /** False if a required child of a composite is missing. */
  isFilled: boolean;
}
