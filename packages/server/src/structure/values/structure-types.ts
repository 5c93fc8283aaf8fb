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

/** What a value must satisfy beyond its type. Numbers are kept as the text that was sent, so that limits compare exactly. */
export interface Restriction {
  parameters?: Record<string, string>;
  listOfValues?: { value: string; label?: string }[];
  patterns?: { pattern: string; message?: string }[];
}

/** One attribute definition as it is stored: the row of table `attribute` in the words of the domain. */
export interface Attribute {
  /** Identity inside the client: the id of a top-level attribute; parent key + U+001F + id of a child. */
  key: string;
  parentKey: string | null;
  id: string;
  name: string;
  /** The key of this attribute's value inside the stored JSON: fixed at creation, so that a later rename rewrites no product. */
  storageName: string;
  typeId: AttributeTypeId;
  multiValue: boolean;
  externalId: string | null;
  description: string | null;
  restriction: Restriction | null;
  units: string[] | null;
  groupIds: string[] | null;
  displaySequence: number | null;
  /** Order of first sight inside the client; lists are ordered by displaySequence (nulls last), then by this. */
  position: number;
}

/** Why one value does not fit its attribute. `code` is stable; `message` names attribute, rule and value, and so do `params`. */
export type ValueProblem = Required<CodedProblem>;

/** An attribute prepared for judging many values: children looked up by any accepted row key, patterns compiled. */
export interface CompiledAttribute extends Attribute {
  /** Row key → child, for every accepted spelling (name, id, id without the parent's prefix, externalId); null where this is no composite. */
  childrenByRowKey: Map<string, CompiledAttribute> | null;
  /** Children in listing order. */
  children: CompiledAttribute[];
  /** Judges one scalar text; undefined where any text is right (plain string, asset), so that hot loops skip the call. */
  judgeText: ((text: string) => ValueProblem | undefined) | undefined;
  patterns: { compiled: RE2JS; pattern: string; message: string | undefined }[];
}

/** All definitions of one client, as the import engine needs them. */
export interface CompiledStructure {
  clientId: ClientId;
  /** Rises with every change that could make an accepted value unacceptable or read differently; creating an unknown attribute on sight does not raise it. */
  judgedVersion: number;
  /** Payload key → attribute: ids first; a name is accepted where no id and exactly one top-level name is equal to it. */
  byPayloadKey: Map<string, CompiledAttribute>;
  /** Names that several top-level attributes share and no id claims. */
  ambiguousNames: Set<string>;
  topLevel: CompiledAttribute[];
}
