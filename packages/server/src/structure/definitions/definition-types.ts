import type { ItemProblem } from '@pimento/contract';
import type { Attribute } from '../values/structure-types.ts';

/** Changes of an existing definition that stored values may not fit. */
export interface DefinitionChange {
  typeChange: boolean;
  multiValueChange: boolean;
  restrictionChange: boolean;
}

/** The identity of an attribute: its key, and its parent's key or null at the top level. */
export interface AttributeIdentity {
  key: string;
  parentKey: string | null;
}

/** The outcome of one element of the payload. `index` is its index in the payload. */
export interface JudgedDefinition {
  index: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** The definition to store; the stored one if it is unchanged. */
  attribute: Attribute;
  previous?: Attribute;
  /** Present if `outcome` is `updated`. */
  change?: DefinitionChange;
}

export interface AcceptedDefinitions {
  /** In the order of the payload. */
  definitions: JudgedDefinition[];
  /** Whether a value that was accepted before could now be rejected or read differently. */
  raisesJudgedVersion: boolean;
  /** Parts that are stored but have no effect, such as a limit that does not apply to the type. */
  warnings: ItemProblem[];
}

export type DefinitionVerdict = { problems: ItemProblem[] } | AcceptedDefinitions;

/**
 * One parsed element of the payload. Absent fields are undefined (they stay as stored), cleared ones null.
 * A field that could not be parsed is absent here and has a problem.
 */
export interface DefinitionDraft {
  index: number;
  id: string | undefined;
  name: string | undefined;
  typeId: Attribute['typeId'] | undefined;
  multiValue: boolean | undefined;
  /** The parent's id or path; null at the top level and if the id has the form `Parent/Child`. */
  parentReference: string | null;
  externalId: string | null | undefined;
  description: string | null | undefined;
  restriction: Attribute['restriction'] | undefined;
  units: string[] | null | undefined;
  groupIds: string[] | null | undefined;
  displaySequence: number | null | undefined;
}
