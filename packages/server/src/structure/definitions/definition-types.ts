import type { ItemProblem } from '@pimento/contract';
import type { Attribute } from '../values/structure-types.ts';

/** What of an existing definition changed so that the stored values must be looked at. */
export interface DefinitionChange {
  typeChange: boolean;
  multiValueChange: boolean;
  restrictionChange: boolean;
}

/** What one element of the payload does. `index` is its place in the payload. */
export interface JudgedDefinition {
  index: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** The definition as it is to be stored; of an unchanged one, as it is stored. */
  attribute: Attribute;
  previous?: Attribute;
  /** Present where `outcome` is `updated`. */
  change?: DefinitionChange;
}

export interface AcceptedDefinitions {
  /** In the order of the payload. */
  definitions: JudgedDefinition[];
  /** Whether a value that was accepted before could now be refused or read differently. */
  raisesJudgedVersion: boolean;
  /** What is stored but has no effect, such as a limit that does not apply to the type. */
  warnings: ItemProblem[];
}

export type DefinitionVerdict = { problems: ItemProblem[] } | AcceptedDefinitions;

/**
 * One element of the payload after reading. Absent fields are undefined (left as stored), cleared ones null.
 * A field that could not be read has its problem and stands here as absent.
 */
export interface DefinitionDraft {
  index: number;
  id: string | undefined;
  name: string | undefined;
  typeId: Attribute['typeId'] | undefined;
  multiValue: boolean | undefined;
  /** What names the parent; null at the top level and in the form `Parent/Child`. */
  parentReference: string | null;
  externalId: string | null | undefined;
  description: string | null | undefined;
  restriction: Attribute['restriction'] | undefined;
  units: string[] | null | undefined;
  groupIds: string[] | null | undefined;
  displaySequence: number | null | undefined;
}
