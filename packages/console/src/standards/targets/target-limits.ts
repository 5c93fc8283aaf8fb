import type { StandardAttribute } from '@pimento/contract';
import type { Formats } from '../../i18n/formats.ts';
import type { StandardTexts } from '../texts/en-standard.ts';

/** The functions that format numbers in the user's language. */
export type LimitFormats = Pick<Formats, 'number' | 'bytes'>;

/** Returns the limits of a target as texts, one per limit. Parameters for which the console has no text are shown by name. */
export function targetLimits(
  { restriction, units, minItems, maxItems, uniqueBy }: StandardAttribute,
  { limit }: Pick<StandardTexts, 'limit'>,
  formats: LimitFormats,
): string[] {
  // A map is used instead of an object, because a parameter can be named `constructor`.
  const known = new Map<string, (value: string) => string>(Object.entries(limit));
  const print = (value: number) => formats.number(value);
  const textOf = (value: unknown) => (typeof value === 'number' ? print(value) : [value].flat().join(', '));
  const parameters = Object.entries(restriction?.parameters ?? {}).map(([name, value]) => {
    const text = name === 'maxFileSizeBytes' && Number(value) > 0 ? formats.bytes(Number(value)) : textOf(value);
    return known.get(name)?.(text) ?? `${name}: ${text}`;
  });
  const { valueList, listOfValues, patterns = [] } = restriction ?? {};
  return [
    ...parameters,
    ...(typeof valueList === 'string' ? [limit.valueList(valueList)] : []),
    ...(typeof valueList === 'object' ? [limit.reportedList(valueList.id)] : []),
    ...(listOfValues === undefined ? [] : [limit.values(print(listOfValues.length))]),
    ...patterns.map((pattern) => limit.pattern(typeof pattern === 'string' ? pattern : pattern.pattern)),
    ...(units === undefined ? [] : [limit.units(units.join(', '))]),
    ...(minItems === undefined ? [] : [limit.minItems(print(minItems))]),
    ...(maxItems === undefined ? [] : [limit.maxItems(print(maxItems))]),
    ...(uniqueBy === undefined ? [] : [limit.uniqueBy(uniqueBy.join(', '))]),
  ];
}
