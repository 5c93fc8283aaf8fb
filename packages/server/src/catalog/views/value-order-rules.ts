import { type AttributeTypeId, parseDate } from '../../structure/core.ts';

/**
 * Defines whether the values of a field are compared as texts without regard to case and accents, as numbers, as times, as exact texts, or
 * as numbers with units.
 */
export type OrderKind = 'text' | 'number' | 'date' | 'exact' | 'quantity';

const typeKinds: Partial<Record<AttributeTypeId, OrderKind>> = {
  integer: 'number',
  decimal: 'number',
  fraction: 'number',
  date: 'date',
  datetime: 'date',
  quantity: 'quantity',
};

const numberBound = /^[+-]?(?:(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,6})?|(?:\d+ )?\d+\/0*[1-9]\d*)$/;

/** Returns true if values can be compared with a text. The text must be an existing date or, in any other order, a number or fraction. */
export const isBound = (order: OrderKind, text: string): boolean =>
  order === 'date' ? parseDate(text) !== undefined : text.length <= 300 && numberBound.test(text);

/** Returns how the values of an attribute are compared. */
export const orderKindOf = (typeId: AttributeTypeId): OrderKind => typeKinds[typeId] ?? 'text';
