import type { FormulaAttribute } from '@pimento/formula';
import type { CheckedStandard } from '../judge/checked-standard.ts';

/** The data against which a mapping is checked. */
export interface CheckInput {
  standard: CheckedStandard;
  standardVersion: number;
  attributes: readonly FormulaAttribute[];
  accountFields: ReadonlySet<string>;
  /** Ids of the categories that the category rules can return. Undefined if every category counts as possible. */
  assigned?: ReadonlySet<string> | undefined;
}
