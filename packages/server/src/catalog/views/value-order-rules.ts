import type { AttributeTypeId } from '../../structure/core.ts';

/**
 * Defines whether the values of a field are compared as texts without regard to case and accents, as numbers, as times, or as exact texts.
 */
export type OrderKind = 'text' | 'number' | 'date' | 'exact';

const typeKinds: Partial<Record<AttributeTypeId, OrderKind>> = {
  integer: 'number',
  decimal: 'number',
  fraction: 'number',
  date: 'date',
};

const boundTexts: Partial<Record<OrderKind, RegExp>> = {
  number: /^[+-]?(\d{1,90}(\.\d{1,90})?|\.\d{1,90}|(\d{1,15} )?\d{1,15}\/0*[1-9]\d{0,14})([eE][+-]?\d{1,2})?$/,
  date: /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/,
};

/** Returns true if a text is a valid bound, which is a number that fits into a double, or a date. */
export const isBound = (order: OrderKind, text: string): boolean =>
  text.length <= 100 && (boundTexts[order]?.test(text) ?? false);

/** Returns how the values of an attribute are compared. */
export const orderKindOf = (typeId: AttributeTypeId): OrderKind => typeKinds[typeId] ?? 'text';
