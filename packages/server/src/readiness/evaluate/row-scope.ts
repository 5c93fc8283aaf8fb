import { type FormulaAttribute, isList, type Run, type Type, type Value } from '@pimento/formula';
import type { RowFrame } from './target-plan.ts';

/**
 * The values that formulas of children can read in addition to attributes. They are the enclosing rows, from the outermost inwards, and the
 * current element.
 */
export interface RowScope {
  rows: readonly FormulaAttribute[];
  element: Type | undefined;
}

export const outermostScope: RowScope = { rows: [], element: undefined };
export const outermostFrame: RowFrame = { rows: [], element: undefined };

/** Returns the scope of a composite's children. `type` is the type of the composite's rows. Plain values add no row to the scope. */
export function scopeInside(scope: RowScope, type: Type): RowScope {
  const element = { ...type, isList: false };
  return { rows: type.composite === undefined ? scope.rows : [...scope.rows, type.composite], element };
}

/** Returns the frame of one element. If `addsRow` is true, formulas can read the children of the element. */
export function frameInside(frame: RowFrame, element: Value, addsRow: boolean): RowFrame {
  return { rows: addsRow ? [...frame.rows, element] : frame.rows, element };
}

/** Stores the rows and the element in the variables that formulas of this scope read. */
export function enterFrame(run: Run, frame: RowFrame): void {
  const { rows } = frame;
  for (let index = 0; index < rows.length; index += 1) run.locals[index] = rows[index];
  run.locals[rows.length] = frame.element;
}

/** Returns the elements of a list, or the value itself if it is not a list. */
export function elementsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return value === undefined ? [] : [value];
}
