import type {
  ListValue,
  ProblemLevel,
  RequirementLevel,
  StandardAttribute,
  StandardCategory,
  StandardHead,
  StandardRule,
  TargetOutputInput,
  TargetTypeId,
  ValueListInput,
} from '@pimento/contract';
import type { FormulaTree, Unit } from '@pimento/formula';
import type { Restriction, ValueProblem } from '../../structure/core.ts';
import type { KeptValues } from './standard-source.ts';

/**
 * A data standard without errors, with all references resolved. In an outline (see `judgeStandard`), `ofValue`, `judgeText`, `maxBytes`,
 * `image` and `defaultFormula` are always undefined.
 */
export interface CheckedStandard {
  head: StandardHead;
  enforcement: 'strict' | 'advisory';
  deliver: 'import' | 'channel';
  /** Ids of the purposes, in the order of the standard. Empty if the standard has none. */
  purposes: readonly string[];
  unitsOfMeasure: ReadonlyMap<string, Unit>;
  /** Targets without a parent, in display order. */
  topLevel: readonly Target[];
  targets: ReadonlyMap<string, Target>;
  lists: ReadonlyMap<string, ValueList>;
  categories: ReadonlyMap<string, Category>;
  /** True if only categories with `isLeaf` can be assigned. */
  hasLeaves: boolean;
  rules: readonly CheckedRule[];
}

/** A requirement by purpose. `always` applies to every purpose. */
export interface Requirement {
  always: RequirementLevel;
  byPurpose: ReadonlyMap<string, RequirementLevel>;
}

/** Demands on a target. A category can change each member. The nearest category link that has the member applies. */
export interface TargetDemands {
  requirement: Requirement;
  restriction: TargetRestriction;
  minItems: number | undefined;
  maxItems: number | undefined;
  /**
   * Parameter of the restriction → level of the problem if a value violates the parameter. The level for parameters that are missing here
   * is `error`.
   */
  levels: ReadonlyMap<string, ProblemLevel>;
}

/** An attribute of a data standard. */
export interface Target extends TargetDemands {
  /** Index among the attributes in the document of the standard. */
  ordinal: number;
  /** Short ids from the top level down, joined by "/", such as `product_detail/attribute_name`. */
  path: string;
  id: string;
  /** The name of the member that contains the value in the channel shape. It is the id without the parent's id. */
  shapeName: string;
  name: string;
  parent: Target | undefined;
  /** In display order. */
  children: readonly Target[];
  typeId: TargetTypeId;
  isMultiValue: boolean;
  isLinked: boolean;
  /** Children whose combined values must be different in each row. */
  uniqueBy: readonly Target[];
  /** Allowed units, by their names in the standard. */
  units: ReadonlyMap<string, Unit>;
  output: TargetOutputInput;
  defaultFormula: FormulaTree | undefined;
  isHidden: boolean;
  isReadOnly: boolean;
  body: StandardAttribute;
}

export interface TargetRestriction {
  /**
   * Lengths, limits, patterns and listed values, in the form of master data. For money and quantities, they apply to the amount. Undefined
   * if there are none.
   */
  ofValue: Restriction | undefined;
  /** Judges the text of one value. Undefined if every text is valid, and for composites. */
  judgeText: ((text: string) => ValueProblem | undefined) | undefined;
  /** The standard's value list that contains the allowed values. Undefined if there is none. */
  valueList: ValueList | undefined;
  /** The list of allowed values that the adapter reports for a client or an account. Undefined if there is none. */
  reportedList: { from: 'client' | 'account'; id: string } | undefined;
  /**
   * Path of the target on which the allowed values depend. The value of that target must equal the `parentValue` of the allowed value.
   * Undefined if the allowed values depend on no target.
   */
  dependsOn: string | undefined;
  maxBytes: number | undefined;
  /** Undefined if there are no demands on files. */
  image: ImageRestriction | undefined;
}

/** Demands on the file of an asset. Numbers that can have decimals are strings with all digits. */
export interface ImageRestriction {
  /** Media types, possibly with wildcards, such as `image/*`. */
  contentTypes: readonly string[] | undefined;
  maxFileSizeBytes: number | undefined;
  minPixelWidth: number | undefined;
  minPixelHeight: number | undefined;
  maxPixelWidth: number | undefined;
  maxPixelHeight: number | undefined;
  minimumPixelLongEdge: number | undefined;
  maxMegapixels: string | undefined;
  aspectRatio: { width: string; height: string; tolerance: string } | undefined;
  minAspect: string | undefined;
  maxAspect: string | undefined;
  fileNamePattern: string | undefined;
  publicAddress: boolean;
}

export interface ValueList {
  id: string;
  /** The list without its values. */
  body: Omit<ValueListInput, 'values'>;
  /** Empty if `kept` is set. */
  values: ReadonlyMap<string, ListValue>;
  /** Values of the current version. Undefined if the document was read with the values of this list. */
  kept?: KeptValues | undefined;
}

export interface Category {
  id: string;
  name: string;
  parent: Category | undefined;
  isLeaf: boolean;
  /** The category's own links, by path of the target. */
  links: ReadonlyMap<string, CategoryLink>;
  body: StandardCategory;
}

/** The demands of a category on a target. Demands that the category does not change are absent. */
export type CategoryLink = Partial<TargetDemands>;

export type RulePart =
  | { kind: 'require' | 'forbid' | 'unique'; targets: readonly Target[] }
  | { kind: 'oneOf'; targets: readonly Target[]; atLeast: number }
  | { kind: 'check'; formula: FormulaTree }
  | { kind: 'restrict'; restrictions: ReadonlyMap<Target, TargetRestriction> };

export interface CheckedRule {
  id: string;
  part: RulePart;
  when: FormulaTree | undefined;
  /** The rule applies to these categories and their descendants, or to every product if undefined. */
  categories: ReadonlySet<Category> | undefined;
  /** The rule applies to these purposes, or to all purposes if undefined. */
  purposes: ReadonlySet<string> | undefined;
  level: ProblemLevel;
  message: string | undefined;
  body: StandardRule;
}
