import type { ClientId } from '../../platform/core.ts';
import type { AttributeTypeId } from '@pimento/contract';
import type { CodedProblem } from '@pimento/contract/problem';
import type { RE2JS } from 're2js';

/** Equals the list of the contract, which is not imported, because its schemas would need memory in every import thread. */
export const attributeTypeIds = [
  'string',
  'composite',
  'asset',
  'integer',
  'decimal',
  'fraction',
  'gtin',
  'date',
  'reference',
  'boolean',
  'datetime',
  'quantity',
  'html',
] as const satisfies readonly AttributeTypeId[];
export type { AttributeTypeId };

/** Canonical language tag → text, such as `{ de: 'Gewicht', en: 'Weight' }`. */
export type Labels = Record<string, string>;

/** Rules for a value beyond its type. Numbers are stored as the text of the request, so that limits are compared exactly. */
export interface Restriction {
  parameters?: Record<string, string>;
  listOfValues?: { value: string; label?: string; labels?: Labels }[];
  patterns?: { pattern: string; message?: string }[];
}

/** One stored attribute definition, a row of table `attribute`. */
export interface Attribute {
  /** Identity within the client. Top-level attribute: its id. Child: parent key + U+001F + id. */
  key: string;
  parentKey: string | null;
  id: string;
  name: string;
  /** The key of this attribute's value in stored JSON. It is fixed at creation, so that renaming an attribute does not rewrite products. */
  storageName: string;
  typeId: AttributeTypeId;
  multiValue: boolean;
  externalId: string | null;
  description: string | null;
  /** What people see instead of the name, by language. */
  labels: Labels | null;
  restriction: Restriction | null;
  units: string[] | null;
  groupIds: string[] | null;
  displaySequence: number | null;
  /** Order of creation within the client. Lists are ordered by displaySequence (nulls last), then by position. */
  position: number;
}

/** The members of an attribute that determine which texts it accepts, and how they are compared. Only quantities need their units. */
export type TypedAttribute = Pick<Attribute, 'typeId'> & Partial<Pick<Attribute, 'units'>>;

/** The reason why a value is invalid. `code` is stable. `message` and `params` contain the attribute, the rule and the value. */
export type ValueProblem = Required<CodedProblem>;

/** An attribute compiled for judging many values. Its children are indexed by row key, and its patterns are compiled. */
export interface CompiledAttribute extends Attribute {
  /**
   * Row key → child, for every accepted spelling (name, id, id without the parent's id as a prefix, externalId). Null if the attribute is
   * not a composite.
   */
  childrenByRowKey: Map<string, CompiledAttribute> | null;
  /** Children in listing order. */
  children: CompiledAttribute[];
  /** Judges one scalar text. Undefined if any text is valid, so that hot loops skip the call, and for composites. */
  judgeText: ((text: string) => ValueProblem | undefined) | undefined;
  patterns: { compiled: RE2JS; pattern: string; message: string | undefined }[];
}

/** All definitions of one client, compiled for judging products. */
export interface CompiledStructure {
  clientId: ClientId;
  /**
   * Increases with every change that could cause an accepted value to be rejected or parsed differently. An import that creates an
   * attribute does not increase it.
   */
  judgedVersion: number;
  /** Payload key → top-level attribute. The keys are all ids, and all other names that are unique and not reserved. */
  byPayloadKey: Map<string, CompiledAttribute>;
  /** Names that several top-level attributes share and that are neither ids nor reserved. */
  ambiguousNames: Set<string>;
  topLevel: CompiledAttribute[];
}
