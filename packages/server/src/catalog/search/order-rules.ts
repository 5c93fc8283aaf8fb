import { parseCursor, PimentoError } from '../../platform/core.ts';
import { problem } from '@pimento/contract/problem';
import type { QueryFault } from '@pimento/contract';
import type { CompiledStructure } from '../../structure/core.ts';
import { findTopLevel, type Judged } from '../views/product-condition-rules.ts';
import { isProductId } from '../views/product-filter-rules.ts';
import { type OrderKind, orderKindOf } from '../views/value-order-rules.ts';

/**
 * Identifies an order: an index that sorts the products of a client by one field. `field` is the id of an attribute or the name of a
 * reserved field.
 */
export interface OrderField {
  field: string;
  kind: OrderKind;
}

export interface ProductSort extends OrderField {
  isDescending: boolean;
}

/** The position of a product in a sorted list. `key` is null for a product without a value, which comes after all others. */
export interface SortPosition {
  key: string | null;
  productId: string;
}

export const idField = '__ID';

const reservedKinds: Record<string, OrderKind | undefined> = {
  [idField]: 'exact',
  __NAME: 'text',
  __FAMILY: 'text',
  __CATEGORY: 'exact',
  __CREATED: 'date',
  __UPDATED: 'date',
  PRIMARY_ASSET: 'text',
};

/**
 * Finds a field that products can be sorted by. Such a field is in `reservedKinds`, or is a top-level attribute that has a single value and
 * is not a composite.
 */
function judgeOrderField(structure: CompiledStructure, name: string): Judged<OrderField> {
  const reserved = name.startsWith('__') ? name.toUpperCase() : name;
  const kind = reservedKinds[reserved];
  if (kind !== undefined) return { value: { field: reserved, kind } };
  const found = findTopLevel(structure, name);
  if ('fault' in found) return found;
  const { id, multiValue, typeId } = found.value;
  if (multiValue || typeId === 'composite') return { fault: { kind: 'not-sortable', name } };
  return { value: { field: id, kind: orderKindOf(typeId) } };
}

function refused(fault: QueryFault): PimentoError {
  return new PimentoError(problem('invalid-parameter', { kind: 'query', parameter: 'sort', faults: [fault] }), {
    parameter: 'sort',
  });
}

/**
 * Parses the parameter `sort`, the name of a field. A leading "-" means descending order.
 * @returns undefined if the list is in ascending order of ids
 * @throws PimentoError invalid-parameter
 */
export function resolveSort(structure: CompiledStructure, sort: string | undefined): ProductSort | undefined {
  if (sort === undefined) return undefined;
  const isDescending = sort.startsWith('-');
  const judged = judgeOrderField(structure, isDescending ? sort.slice(1) : sort);
  if ('fault' in judged) throw refused(judged.fault);
  const { field, kind } = judged.value;
  return field === idField && !isDescending ? undefined : { field, kind, isDescending };
}

/** First character of a position in a cursor. No product id contains it, so a list without a sort rejects the cursor. */
const positionMark = '\0';

/** The cursor contains its sort, because its position is valid only in this order. */
const specOf = ({ field, kind, isDescending }: ProductSort) => `${isDescending ? '-' : '+'}${kind}:${field}`;

export const positionText = (sort: ProductSort, { key, productId }: SortPosition): string =>
  positionMark + JSON.stringify([specOf(sort), key, productId]);

/** Maximum number of characters of a key in a cursor. Stored keys are shorter. */
const maxKeyLength = 2_000;

function readPosition(sort: ProductSort, text: string): SortPosition | undefined {
  if (!text.startsWith(positionMark)) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text.slice(positionMark.length));
  } catch {
    return undefined;
  }
  if (!Array.isArray(read) || read.length !== 3) return undefined;
  const [spec, key, productId] = read as unknown[]; // an array, as checked above
  if (spec !== specOf(sort) || typeof productId !== 'string' || !isProductId(productId)) return undefined;
  if (key === null) return { key, productId };
  return typeof key === 'string' && key.length <= maxKeyLength && !key.includes('\0') ? { key, productId } : undefined;
}

/**
 * Decodes the cursor of a sorted list.
 * @returns undefined for the first page
 * @throws PimentoError invalid-parameter, also for the cursor of another sort
 */
export function parseSortCursor(cursor: string | undefined, sort: ProductSort): SortPosition | undefined {
  const text = parseCursor(cursor, (read) => readPosition(sort, read) !== undefined);
  return text === null ? undefined : readPosition(sort, text);
}
