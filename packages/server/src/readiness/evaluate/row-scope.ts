import { type FormulaAttribute, isList, type Run, type Type, type Value } from '@pimento/formula';
import type { RowFrame } from './target-plan.ts';

/** What formulas of children can read besides attributes: the rows around them, the outermost first, and the current element. */
export interface RowScope {
  rows: readonly FormulaAttribute[];
  element: Type | undefined;
}

export const outermostScope: RowScope = { rows: [], element: undefined };
export const outermostFrame: RowFrame = { rows: [], element: undefined };

/** Returns the scope of the children of a composite whose `rows` have the type. Plain values have no children to read. */
export function scopeInside(scope: RowScope, type: Type): RowScope {
  const element = { ...type, isList: false };
  return { rows: type.composite === undefined ? scope.rows : [...scope.rows, type.composite], element };
}

/** Returns the frame of one element; `addsRow` as in the source of the rows. */
export function frameInside(frame: RowFrame, element: Value, addsRow: boolean): RowFrame {
  return { rows: addsRow ? [...frame.rows, element] : frame.rows, element };
}

/** Puts the rows and the element where formulas of the scope read them. */
export function enterFrame(run: Run, frame: RowFrame): void {
  const { rows } = frame;
  for (let index = 0; index < rows.length; index += 1) run.locals[index] = rows[index];
  run.locals[rows.length] = frame.element;
}

/** Returns the elements of a value: of a list its own, of one value this value. */
export function elementsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return value === undefined ? [] : [value];
}
