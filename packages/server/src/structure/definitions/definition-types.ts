import type { ItemProblem } from '@pimento/contract';
import type { Attribute } from '../values/structure-types.ts';

/** Changes to an existing definition that can make stored values invalid. */
export interface DefinitionChange {
  typeChange: boolean;
  multiValueChange: boolean;
  restrictionChange: boolean;
}

/** The identity of an attribute. It consists of its key, and of its parent's key or null at the top level. */
export interface AttributeIdentity {
  key: string;
  parentKey: string | null;
}

/** The outcome of one element of the payload. `index` is the index of this element. */
export interface JudgedDefinition {
  index: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** The definition to store. Equal to the stored definition if nothing changed. */
  attribute: Attribute;
  previous?: Attribute;
  /** Present if `outcome` is `updated`. */
  change?: DefinitionChange;
}

export interface AcceptedDefinitions {
  /** In the order of the payload. */
  definitions: JudgedDefinition[];
  /** True if a value that was accepted before could now be rejected or parsed differently. */
  raisesJudgedVersion: boolean;
  /** Faults that do not prevent storing. These are limits without effect, cleaned identifiers, and ids or options that look similar. */
  warnings: ItemProblem[];
}

export type DefinitionVerdict = { problems: ItemProblem[] } | AcceptedDefinitions;

/**
 * One parsed element of the payload. Undefined fields were absent and keep their stored value. Null fields are cleared. An invalid field is
 * also undefined and has a problem.
 */
export interface DefinitionDraft {
  index: number;
  id: string | undefined;
  name: string | undefined;
  typeId: Attribute['typeId'] | undefined;
  multiValue: boolean | undefined;
  /** The parent's id or path. Null at the top level, and if the id has the form `Parent/Child`. */
  parentReference: string | null;
  externalId: string | null | undefined;
  description: string | null | undefined;
  labels: Attribute['labels'] | undefined;
  restriction: Attribute['restriction'] | undefined;
  units: string[] | null | undefined;
  groupIds: string[] | null | undefined;
  displaySequence: number | null | undefined;
}
