import type { AttributeDefinition, ProductValues } from '@pimento/contract';
import { optionsOf } from '../../session/labels/value-options.ts';
import { valueText, type ValueWords } from '../../session/labels/value-text.ts';

export interface OfferedValue {
  value: string;
  label: string;
  /** Number of products, or undefined if it is not known. */
  products: number | undefined;
}

/**
 * Returns the values to offer, in this order: the typed text, chosen values without a count, counted values, other values that the
 * attribute allows. Only values whose text or label contains the typed text are offered. The typed text itself is not offered for a
 * boolean, or if it equals one of the values, or if only one value contains it.
 */
export function offeredValues(from: {
  definition: AttributeDefinition | undefined;
  counted: Pick<ProductValues, 'values'> | undefined;
  chosen: readonly string[];
  typed: string;
  words: ValueWords;
}): OfferedValue[] {
  const { definition, counted, chosen, typed, words } = from;
  const offered = (value: string, products?: number): OfferedValue => ({
    value,
    label: valueText(value, definition, words),
    products,
  });
  const found = (counted?.values ?? []).map(({ value, products }) => offered(value, products));
  const known = new Set(found.map(({ value }) => value));
  const missing = chosen.filter((value) => !known.has(value)).map((value) => offered(value));
  const allowed = (optionsOf(definition, words) ?? [])
    .map(({ value }) => value)
    .filter((value) => !known.has(value) && !chosen.includes(value));
  const wanted = typed.trim();
  const folded = wanted.toLowerCase();
  const fitting = [...missing, ...found, ...allowed.map((value) => offered(value))].filter(
    ({ value, label }) => value.toLowerCase().includes(folded) || label.toLowerCase().includes(folded),
  );
  const isTruth = definition?.type.id.toLowerCase() === 'boolean';
  const isNew = !isTruth && wanted !== '' && !fitting.some(({ value }) => value === wanted);
  // if the typed text is a part of exactly one value, Enter chooses that value
  return isNew && fitting.length !== 1 ? [offered(wanted), ...fitting] : fitting;
}
