import type { RawValue } from '@pimento/formula';
import type { ShapeValue } from '../values/shape-value.ts';

/** The value of a target for one product. */
export interface TargetValue {
  shape: ShapeValue;
  /** The value as formulas of the standard read it; undefined if none of them does. */
  raw: RawValue;
  /** False for a composite in which a required child is missing. */
  isFilled: boolean;
}
