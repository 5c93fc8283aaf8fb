import type { AssetStatus, ProductFilter } from '@pimento/contract';
import { PimentoError, type ProductId, productIdOf } from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { type CompiledStructure, parseIdentifier } from '../../structure/index.ts';
import { type Condition, findTopLevel, type Judged, judgeCondition } from './product-condition-rules.ts';
import type { ProductSelection } from './product-view-rules.ts';
import { findReservedField } from '../product/reserved-field-rules.ts';

/** A filter with all names resolved; a missing property matches all products. */
export interface ResolvedFilter {
  productIds: ProductId[] | undefined;
  family: string | undefined;
  category: string | undefined;
  text: string | undefined;
  updatedSince: Date | undefined;
  assetStates: readonly AssetStatus[] | undefined;
  conditions: Condition[];
}

/** Normalizes a text to a product id; undefined if the text is not a valid id. */
export function parseProductId(text: string): ProductId | undefined {
  const parsed = parseIdentifier(text);
  return 'text' in parsed ? productIdOf(parsed.text) : undefined;
}

/** Checks whether this exact text, without normalization, is a valid product id. */
export const isProductId = (text: string): boolean => parseProductId(text) === text;

function valuesOf<T>(parameter: string, judged: readonly Judged<T>[]): T[] {
  const faults = judged.flatMap((one) => ('fault' in one ? [one.fault] : []));
  if (faults.length > 0)
    throw new PimentoError(problem('invalid-parameter', { kind: 'query', parameter, faults }), { parameter });
  return judged.flatMap((one) => ('value' in one ? [one.value] : []));
}

/**
 * Resolves the names of a filter against the definitions.
 * @throws PimentoError invalid-parameter, with each invalid condition
 */
export function resolveFilter(structure: CompiledStructure, filter: ProductFilter): ResolvedFilter {
  return {
    productIds: filter.productId?.flatMap((id) => parseProductId(id) ?? []),
    family: filter.family?.normalize('NFC'),
    category: filter.category?.normalize('NFC'),
    text: filter.text,
    updatedSince: filter.updatedSince,
    assetStates: filter.assetState,
    conditions: valuesOf(
      'where',
      (filter.where ?? []).map((text) => judgeCondition(structure, text)),
    ),
  };
}

type Field = { kind: 'reserved' | 'attribute'; name: string };

function judgeField(structure: CompiledStructure, text: string): Judged<Field> {
  const name = text.normalize('NFC');
  const reserved = findReservedField(name);
  if (reserved) return { value: { kind: 'reserved', name: reserved.name } };
  const found = findTopLevel(structure, name);
  return 'fault' in found ? found : { value: { kind: 'attribute', name: found.value.id } };
}

/**
 * Parses the parameter `fields`; returns undefined to include all fields. An item that is the name of an attribute is not split at commas.
 * @throws PimentoError invalid-parameter, with each unknown field
 */
export function resolveFields(
  structure: CompiledStructure,
  fields: readonly string[] | undefined,
): ProductSelection | undefined {
  if (fields === undefined) return undefined;
  const names = fields.flatMap((item) =>
    'value' in judgeField(structure, item) ? [item] : item.split(',').filter((name) => name !== ''),
  );
  const found = valuesOf(
    'fields',
    names.map((name) => judgeField(structure, name)),
  );
  const ofKind = (kind: Field['kind']) =>
    new Set(found.filter((field) => field.kind === kind).map((field) => field.name));
  return { attributes: ofKind('attribute'), reserved: ofKind('reserved') };
}
