import type { Mapping } from '@pimento/contract';
import type { CalendarDate, FormulaAttribute } from '@pimento/formula';
import type { CheckedStandard, ValueList } from '../../standards/core.ts';

/** Everything that the evaluations of a connection depend on, besides products, files and overrides. */
export interface RulesetInput {
  standard: CheckedStandard;
  /** Formulas name attributes by their present ids; maps and tables have all their entries. */
  mapping: Mapping;
  /** The client's attributes of the top level with their children; without the reserved fields. */
  attributes: readonly FormulaAttribute[];
  /** Lists that the adapter reports. */
  reportedLists: { client: ReadonlyMap<string, ValueList>; account: ReadonlyMap<string, ValueList> };
  /** Fields of the account with type `string`. */
  accountFields: ReadonlyMap<string, string>;
  /** The point in time of `today`. */
  asOf: CalendarDate;
}

/** A product as it is stored. */
export interface EvaluatedProduct {
  productId: string;
  name: string | null;
  family: string | null;
  category: string | null;
  primaryAsset: string | null;
  /** JSON as PostgreSQL prints it. */
  values: string;
  packaging: readonly { __ID: string; QUANTITY: string }[] | null;
}
