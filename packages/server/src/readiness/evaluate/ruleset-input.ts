import type { Mapping } from '@pimento/contract';
import type { CalendarDate, FormulaAttribute } from '@pimento/formula';
import type { CheckedStandard, ValueList } from '../../standards/core.ts';
import type { StoredValues } from '../values/product-reader.ts';

/** All inputs of the evaluations of a connection, except products, files and overrides. */
export interface RulesetInput {
  standard: CheckedStandard;
  /** The mapping. Its formulas name attributes by their current ids. Its value maps and tables are complete. */
  mapping: Mapping;
  /** The client's top-level attributes with their children, without the reserved fields. */
  attributes: readonly FormulaAttribute[];
  reportedLists: { client: ReadonlyMap<string, ValueList>; account: ReadonlyMap<string, ValueList> };
  /** The account's fields of type `string`. */
  accountFields: ReadonlyMap<string, string>;
  /** The point in time from which `today` is computed. */
  asOf: CalendarDate;
}

/** A product in its stored form. */
export interface EvaluatedProduct extends StoredValues {
  packaging: readonly { __ID: string; QUANTITY: string }[] | null;
}
