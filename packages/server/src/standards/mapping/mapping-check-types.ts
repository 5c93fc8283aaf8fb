import type { FormulaAttribute } from '@pimento/formula';
import type { CheckedStandard } from '../judge/checked-standard.ts';

/** What a mapping is checked against. */
export interface CheckInput {
  standard: CheckedStandard;
  standardVersion: number;
  attributes: readonly FormulaAttribute[];
  accountFields: ReadonlySet<string>;
}
