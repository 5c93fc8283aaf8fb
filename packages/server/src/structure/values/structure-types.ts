import type { ClientId } from '../../platform/core.ts';
import type { CodedProblem } from '@pimento/contract/problem';
import type { RE2JS } from 're2js';

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
] as const;
export type AttributeTypeId = (typeof attributeTypeIds)[number];

/** Conditions on a value beyond its type. Numbers are stored as the text of the request, so that limits compare exactly. */
export interface Restriction {
  parameters?: Record<string, string>;
  listOfValues?: { value: string; label?: string }[];
  patterns?: { pattern: string; message?: string }[];
}

/** One stored attribute definition: a row of table `attribute`. */
export interface Attribute {
  /** Identity inside the client: the id of a top-level attribute; parent key + U+001F + id of a child. */
  key: string;
  parentKey: string | null;
  id: string;
  name: string;
  /** The key of this attribute's value in stored JSON. It is fixed at creation, so that renaming rewrites no product. */
  storageName: string;
  typeId: AttributeTypeId;
  multiValue: boolean;
  externalId: string | null;
  description: string | null;
  restriction: Restriction | null;
  units: string[] | null;
  groupIds: string[] | null;
  displaySequence: number | null;
  /** Order of creation within the client. Lists are ordered by displaySequence (nulls last), then by position. */
  position: number;
}

/** Why a value does not fit its attribute. `code` is stable; `message` and `params` name attribute, rule and value. */
export type ValueProblem = Required<CodedProblem>;

/** An attribute prepared for judging many values: children are indexed by row key, patterns compiled. */
export interface CompiledAttribute extends Attribute {
  /** Row key → child, for every accepted spelling (name, id, id without the parent's prefix, externalId); null if this is no composite. */
  childrenByRowKey: Map<string, CompiledAttribute> | null;
  /** Children in listing order. */
  children: CompiledAttribute[];
  /** Judges one scalar text; undefined if any text is valid (a string without restriction), so that hot loops skip the call. */
  judgeText: ((text: string) => ValueProblem | undefined) | undefined;
  patterns: { compiled: RE2JS; pattern: string; message: string | undefined }[];
}

/** All definitions of one client, prepared for judging products. */
export interface CompiledStructure {
  clientId: ClientId;
  /** Rises with every change after which an accepted value could be rejected or read differently. An import that creates an attribute does not raise it. */
  judgedVersion: number;
  /** Payload key → attribute. Keys are all ids, and each name that is no id and that only one top-level attribute has. */
  byPayloadKey: Map<string, CompiledAttribute>;
  /** Names that several top-level attributes have and that are no id. */
  ambiguousNames: Set<string>;
  topLevel: CompiledAttribute[];
}
