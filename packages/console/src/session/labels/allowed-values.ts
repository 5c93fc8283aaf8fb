import type { AttributeDefinition } from '@pimento/contract';
import { labelIn, type Labels } from './definition-label.ts';

/** A value that a definition allows. */
export interface AllowedValue {
  value: string;
  /** A label without a language. */
  label?: string;
  labels?: Labels;
}

const isObject = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null && !Array.isArray(item);

function readValue(item: unknown): AllowedValue[] {
  const { value, label, labels } = isObject(item) ? item : { value: item };
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [
    {
      value: String(value),
      ...(typeof label === 'string' && { label }),
      ...(isObject(labels) && { labels: labels as Labels }), // the service stores only texts
    },
  ];
}

type ByValue = ReadonlyMap<string, AllowedValue>;
const none: ByValue = new Map();
const cache = new WeakMap<AttributeDefinition, ByValue>();

function valuesOf(definition: AttributeDefinition | undefined): ByValue {
  if (definition === undefined) return none;
  const known = cache.get(definition);
  if (known) return known;
  const list: unknown = definition.restriction?.['listOfValues'];
  const values = new Map((Array.isArray(list) ? list.flatMap(readValue) : []).map((one) => [one.value, one]));
  cache.set(definition, values);
  return values;
}

/** Returns the values that an attribute allows, in order. The list is empty if the attribute allows any value. */
export const allowedValues = (definition: AttributeDefinition | undefined): AllowedValue[] => [
  ...valuesOf(definition).values(),
];

/** Returns the label of an allowed value in a language, or else its label without a language; undefined if it has neither. */
export function choiceLabel(
  text: string,
  definition: AttributeDefinition | undefined,
  language: string,
): string | undefined {
  const found = valuesOf(definition).get(text);
  return labelIn(found?.labels, language) ?? found?.label;
}
