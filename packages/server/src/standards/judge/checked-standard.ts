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

/** A data standard without errors, with all references resolved. */
export interface CheckedStandard {
  head: StandardHead;
  enforcement: 'strict' | 'advisory';
  deliver: 'import' | 'channel';
  /** Ids of the purposes, in the order of the standard; empty if it has none. */
  purposes: readonly string[];
  unitsOfMeasure: ReadonlyMap<string, Unit>;
  /** Targets without a parent, in display order. */
  topLevel: readonly Target[];
  /** All targets by path. */
  targets: ReadonlyMap<string, Target>;
  lists: ReadonlyMap<string, ValueList>;
  categories: ReadonlyMap<string, Category>;
  /** True if only categories with `isLeaf` can be assigned. */
  hasLeaves: boolean;
  rules: readonly CheckedRule[];
}

/** A requirement by purpose; `always` applies whatever the purposes are. */
export interface Requirement {
  always: RequirementLevel;
  byPurpose: ReadonlyMap<string, RequirementLevel>;
}

/** What a category can change of a target; each member comes from the nearest link that has it. */
export interface TargetDemands {
  requirement: Requirement;
  restriction: TargetRestriction;
  minItems: number | undefined;
  maxItems: number | undefined;
  /** Broken parameter → level; parameters that it does not have are errors. */
  levels: ReadonlyMap<string, ProblemLevel>;
}

/** An attribute of a data standard. */
export interface Target extends TargetDemands {
  /** Index in the document. */
  ordinal: number;
  /** Short ids from the top level down, joined by "/": `product_detail/attribute_name`. */
  path: string;
  id: string;
  /** The member under which the channel shape has the value: the id without the parent's id. */
  shapeName: string;
  name: string;
  parent: Target | undefined;
  /** In display order. */
  children: readonly Target[];
  typeId: TargetTypeId;
  isMultiValue: boolean;
  isLinked: boolean;
  /** Children that together are unique among the rows. */
  uniqueBy: readonly Target[];
  /** Allowed units, by the name that the standard has for them. */
  units: ReadonlyMap<string, Unit>;
  output: TargetOutputInput;
  defaultFormula: FormulaTree | undefined;
  isHidden: boolean;
  isReadOnly: boolean;
  body: StandardAttribute;
}

export interface TargetRestriction {
  /** Lengths, limits, patterns and own values, in the form of master data; money and quantities are restricted by their amount. */
  ofValue: Restriction | undefined;
  /** Judges the text of one value; undefined if every text is valid, and for composites. */
  judgeText: ((text: string) => ValueProblem | undefined) | undefined;
  /** The list of the standard with the allowed values. */
  valueList: ValueList | undefined;
  /** The list with the allowed values that the adapter reports for a client or an account. */
  reportedList: { from: 'client' | 'account'; id: string } | undefined;
  /** Path of the target whose value is the `parentValue` of the allowed values. */
  dependsOn: string | undefined;
  maxBytes: number | undefined;
  /** Undefined if nothing is demanded of files. */
  image: ImageRestriction | undefined;
}

/** What is demanded of the file of an asset. Numbers that need not be whole are exact texts. */
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
  values: ReadonlyMap<string, ListValue>;
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

/** What a category demands of a target; members that the link does not have are absent. */
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
  /** The rule applies in these categories and their descendants; undefined: always. */
  categories: ReadonlySet<Category> | undefined;
  /** Undefined: for all purposes. */
  purposes: ReadonlySet<string> | undefined;
  level: ProblemLevel;
  message: string | undefined;
  body: StandardRule;
}
