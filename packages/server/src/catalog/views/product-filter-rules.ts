import { cleanIdentifier } from '@pimento/contract/text';
import type { AssetStatus, ProductFilter } from '@pimento/contract';
import { PimentoError, type ProductId, productIdOf } from '../../platform/core.ts';
import { problem } from '@pimento/contract/problem';
import { type CompiledStructure, isStoredIdentifier, parseIdentifier } from '../../structure/core.ts';
import { type Condition, findTopLevel, type Judged, judgeAsked } from './product-condition-rules.ts';
import { type ChannelStateCondition, channelStateConditions } from './channel-state-rules.ts';
import { type OutcomeCondition, outcomeConditions } from './outcome-condition-rules.ts';
import type { TraceCondition } from './trace-condition-rules.ts';
import type { ProductSelection } from './product-view-rules.ts';
import { findReservedField } from '../product/reserved-field-rules.ts';

/** A filter with all names resolved. An undefined property matches all products. */
export interface ResolvedFilter {
  productIds: ProductId[] | undefined;
  /**
   * Requested ids that cleaning changes. Undefined if there are none. If a product is stored under the id as it was sent, that product
   * matches instead of the product with the cleaned id.
   */
  sentIds?: readonly { sent: ProductId; clean: ProductId }[];
  family: string | undefined;
  category: string | undefined;
  text: string | undefined;
  updatedSince: Date | undefined;
  updatedBefore?: Date | undefined;
  createdSince?: Date | undefined;
  createdBefore?: Date | undefined;
  assetStates: readonly AssetStatus[] | undefined;
  readiness?: readonly OutcomeCondition[] | undefined;
  channelStates?: readonly ChannelStateCondition[] | undefined;
  conditions: Condition[];
  /** Conditions on the history. */
  traces?: readonly TraceCondition[] | undefined;
}

/** A filter that all products match. */
export const anyProduct: ResolvedFilter = {
  productIds: undefined,
  family: undefined,
  category: undefined,
  text: undefined,
  updatedSince: undefined,
  assetStates: undefined,
  conditions: [],
};

/** A string with more characters than this cannot be an id, so it is not normalized. */
const maxSentLength = 1_000;

/**
 * Parses a string as a product id. Removes invisible characters, and white space at the ends, and converts to NFC.
 * @returns undefined if the id is not valid
 */
export function parseProductId(text: string): ProductId | undefined {
  const parsed = parseIdentifier(text);
  return 'text' in parsed ? productIdOf(parsed.text) : undefined;
}

/**
 * Returns the id as sent, in NFC, if cleaning changes it, otherwise undefined. Earlier versions of Pimento may have stored products under
 * such ids.
 */
export function sentProductId(text: string): ProductId | undefined {
  const sent = text.length > maxSentLength ? '' : text.normalize('NFC');
  return sent !== cleanIdentifier(sent) && isStoredIdentifier(sent) ? productIdOf(sent) : undefined;
}

/** Returns true if this exact string, without cleaning, can be the id of a product. */
export const isProductId = isStoredIdentifier;

function valuesOf<T>(parameter: string, judged: readonly Judged<T>[]): T[] {
  const faults = judged.flatMap((one) => ('fault' in one ? [one.fault] : []));
  if (faults.length > 0)
    throw new PimentoError(problem('invalid-parameter', { kind: 'query', parameter, faults }), { parameter });
  return judged.flatMap((one) => ('value' in one ? [one.value] : []));
}

function resolveIds(texts: readonly string[] | undefined): Pick<ResolvedFilter, 'productIds' | 'sentIds'> {
  const sentIds: { sent: ProductId; clean: ProductId }[] = [];
  const productIds = texts?.flatMap((text) => {
    const [clean, sent] = [parseProductId(text), sentProductId(text)];
    if (clean === undefined || sent === undefined) return [clean ?? sent ?? []].flat();
    // if the request also lists the cleaned id, the product with the cleaned id matches in any case
    if (!texts.includes(clean)) sentIds.push({ sent, clean });
    return [clean, sent];
  });
  return sentIds.length === 0 ? { productIds } : { productIds, sentIds };
}

/**
 * Resolves the names of a filter against the definitions.
 * @throws PimentoError invalid-parameter, with each invalid condition
 */
export function resolveFilter(structure: CompiledStructure, filter: ProductFilter): ResolvedFilter {
  const asked = valuesOf(
    'where',
    (filter.where ?? []).map((text) => judgeAsked(structure, text)),
  );
  const traces = asked.flatMap((one) => (one.of === 'history' ? [one.trace] : []));
  return {
    ...resolveIds(filter.productId),
    family: filter.family === undefined ? undefined : cleanIdentifier(filter.family),
    category: filter.category === undefined ? undefined : cleanIdentifier(filter.category),
    text: filter.text,
    updatedSince: filter.updatedSince,
    updatedBefore: filter.updatedBefore,
    createdSince: filter.createdSince,
    createdBefore: filter.createdBefore,
    assetStates: filter.assetState,
    readiness: outcomeConditions(structure.clientId, filter.readiness),
    channelStates: channelStateConditions(structure.clientId, filter.channelState),
    conditions: asked.flatMap((one) => (one.of === 'product' ? [one.condition] : [])),
    ...(traces.length > 0 && { traces }),
  };
}

type Field = { kind: 'reserved' | 'attribute'; name: string };

function judgeField(structure: CompiledStructure, text: string): Judged<Field> {
  const name = structure.byPayloadKey.has(text) ? text : cleanIdentifier(text);
  const reserved = findReservedField(name);
  if (reserved) return { value: { kind: 'reserved', name: reserved.name } };
  const found = findTopLevel(structure, name);
  return 'fault' in found ? found : { value: { kind: 'attribute', name: found.value.id } };
}

/**
 * Resolves a list of fields. An item can contain several names, separated by commas.
 * @throws PimentoError invalid-parameter, with each unknown field
 */
function fieldsOf(structure: CompiledStructure, parameter: string, items: readonly string[]): Field[] {
  const names = items.flatMap((item) =>
    'value' in judgeField(structure, item) ? [item] : item.split(',').filter((name) => name !== ''),
  );
  return valuesOf(
    parameter,
    names.map((name) => judgeField(structure, name)),
  );
}

/**
 * Parses the parameter `columns` with the same rules as `fields`.
 * @returns ids of attributes and names of reserved fields, in the order of the parameter
 * @throws PimentoError invalid-parameter, with each unknown field
 */
export const resolveColumns = (structure: CompiledStructure, columns: readonly string[]): string[] =>
  fieldsOf(structure, 'columns', columns).map(({ name }) => name);

/**
 * Parses the parameter `fields`. Returns undefined to include all fields. An item is not split at commas if the whole item is the name of a
 * field.
 * @throws PimentoError invalid-parameter, with each unknown field
 */
export function resolveFields(
  structure: CompiledStructure,
  fields: readonly string[] | undefined,
): ProductSelection | undefined {
  if (fields === undefined) return undefined;
  const found = fieldsOf(structure, 'fields', fields);
  const ofKind = (kind: Field['kind']) =>
    new Set(found.filter((field) => field.kind === kind).map((field) => field.name));
  return { attributes: ofKind('attribute'), reserved: ofKind('reserved') };
}
