import { problem } from '@pimento/contract/problem';
import { compareDates, parseDate } from './calendar-date.ts';
import { compareDecimals, decimalIdentity, decimalPlaces, parseDecimal } from './exact-decimal.ts';
import { compareFractions, parseFraction } from './exact-fraction.ts';
import { compareQuantities, sizeOf } from './exact-quantity.ts';
import { countCharacters } from './identifier-text.ts';
import type { Attribute, AttributeTypeId, Restriction, TypedAttribute, ValueProblem } from './structure-types.ts';

/** The attribute and the value that a problem is about, both shortened for its message. */
export interface JudgedValue {
  attribute: string;
  value: string;
}

/** Creates the problem of a value that violates a limit. */
export type Refusal = (of: JudgedValue) => ValueProblem;

/** Judges one text. @returns undefined if it is valid */
export type TextRule = (text: string) => Refusal | undefined;

/** Compares two texts of an ordered type. @returns undefined if either is not a value of the type */
export type TextOrder = (a: string, b: string) => number | undefined;

/** Returns the comparison function of an attribute, for minValue and maxValue. @returns undefined for types without an order */
export function orderOf({ typeId, units }: TypedAttribute): TextOrder | undefined {
  if (typeId === 'quantity') return ordered((text) => sizeOf(text, units ?? []), compareQuantities);
  if (typeId === 'integer' || typeId === 'decimal') return ordered(parseDecimal, compareDecimals);
  if (typeId === 'fraction') return ordered(parseFraction, compareFractions);
  return typeId === 'date' || typeId === 'datetime' ? ordered(parseDate, compareDates) : undefined;
}

/** Parses a length or a number of digits: a whole number from 0 to 999,999,999. @returns undefined for any other text */
export function parseCount(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** `fractionDigits` is the XML Schema name of `maxDecimals`. */
export const decimalLimitNames = ['maxDecimals', 'fractionDigits'] as const;

/**
 * Creates the rules for the parameters and the list of values of a restriction. Limits that do not apply to the type get no rule. Lengths
 * are counted in characters (code points). Numbers are compared without rounding.
 */
export function limitRules(attribute: TypedAttribute & Pick<Attribute, 'restriction'>): TextRule[] {
  const { typeId, restriction } = attribute;
  if (restriction === null || typeId === 'composite') return [];
  const limits = new Map(Object.entries(restriction.parameters ?? {}));
  return [
    ...lengthRules(limits),
    ...rangeRules(attribute, limits),
    ...decimalRules(typeId, limits),
    ...listRules(typeId, restriction.listOfValues),
  ];
}

type Limits = ReadonlyMap<string, string>;

function lengthRules(limits: Limits): TextRule[] {
  const rules: TextRule[] = [];
  const min = parseCount(limits.get('minLength') ?? '');
  const max = parseCount(limits.get('maxLength') ?? '');
  if (min !== undefined) {
    const refusal: Refusal = (of) => problem('too-short', { ...of, minLength: min });
    rules.push((text) => (countCharacters(text) < min ? refusal : undefined));
  }
  if (max !== undefined) {
    const refusal: Refusal = (of) => problem('too-long', { ...of, maxLength: max });
    rules.push((text) => (text.length > max && countCharacters(text) > max ? refusal : undefined));
  }
  return rules;
}

function rangeRules(attribute: TypedAttribute, limits: Limits): TextRule[] {
  const compare = orderOf(attribute);
  if (compare === undefined) return [];
  const rules: TextRule[] = [];
  const min = limits.get('minValue');
  const max = limits.get('maxValue');
  if (min !== undefined) {
    const refusal: Refusal = (of) => problem('below-minimum', { ...of, minValue: min });
    rules.push((text) => ((compare(text, min) ?? 0) < 0 ? refusal : undefined));
  }
  if (max !== undefined) {
    const refusal: Refusal = (of) => problem('above-maximum', { ...of, maxValue: max });
    rules.push((text) => ((compare(text, max) ?? 0) > 0 ? refusal : undefined));
  }
  return rules;
}

function decimalRules(typeId: AttributeTypeId, limits: Limits): TextRule[] {
  if (typeId !== 'decimal') return [];
  return decimalLimitNames.flatMap((name) => {
    const max = parseCount(limits.get(name) ?? '');
    if (max === undefined) return [];
    const refusal: Refusal = (of) => problem('too-many-decimals', { ...of, limit: name, max });
    return [
      (text: string) => {
        const decimal = parseDecimal(text);
        return decimal !== undefined && decimalPlaces(decimal) > max ? refusal : undefined;
      },
    ];
  });
}

function listRules(typeId: AttributeTypeId, list: Restriction['listOfValues']): TextRule[] {
  if (list === undefined || list.length === 0) return [];
  const allowed = new Set(list.map(({ value }) => listIdentity(typeId, value)));
  const refusal: Refusal = (of) => problem('not-in-list', of);
  return [(text) => (allowed.has(listIdentity(typeId, text)) ? undefined : refusal)];
}

/** Returns a text that is the same for equal numbers, so that `1.0` matches the list value `1`. */
function listIdentity(typeId: AttributeTypeId, text: string): string {
  if (typeId !== 'integer' && typeId !== 'decimal') return text;
  const decimal = parseDecimal(text);
  return decimal === undefined ? text : decimalIdentity(decimal);
}

function ordered<T>(parse: (text: string) => T | undefined, compare: (a: T, b: T) => number): TextOrder {
  return (a, b) => {
    const left = parse(a);
    const right = parse(b);
    return left === undefined || right === undefined ? undefined : compare(left, right);
  };
}
