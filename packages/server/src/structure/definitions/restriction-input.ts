import { problem } from '@pimento/contract/problem';
import { isStorableText, jsonPointer } from '../../platform/core.ts';
import { fieldOf, type FieldReader, type Fields, isFields, textOf } from './field-reader.ts';
import { parseLabels } from './labels-input.ts';
import type { Restriction } from '../values/structure-types.ts';

/**
 * Parses the field `restriction` of a payload element. Does not check whether the limits apply to the type.
 * @returns undefined if the field is absent or invalid (the reader collects the problems), and null if it is null or empty
 */
export function parseRestriction(fields: Fields, reader: FieldReader): Restriction | null | undefined {
  const value = fieldOf(fields, 'restriction');
  if (value === undefined || value === null) return value;
  if (!isFields(value)) {
    reader.report('/restriction', problem('invalid-restriction', { kind: 'not-an-object' }));
    return undefined;
  }
  const before = reader.problems.length;
  const parameters = parseParameters(fieldOf(value, 'parameters'), reader);
  const listOfValues = parseList(value, 'listOfValues', parseListValue, 'list-value', reader);
  const patterns = parseList(value, 'patterns', parsePattern, 'pattern', reader);
  if (reader.problems.length > before) return undefined;
  const restriction: Restriction = {};
  if (parameters.size > 0) restriction.parameters = Object.fromEntries(parameters);
  if (listOfValues.length > 0) restriction.listOfValues = listOfValues;
  if (patterns.length > 0) restriction.patterns = patterns;
  return Object.keys(restriction).length === 0 ? null : restriction;
}

function parseParameters(value: unknown, reader: FieldReader): Map<string, string> {
  const parameters = new Map<string, string>();
  if (value === undefined || value === null) return parameters;
  const pointer = '/restriction/parameters';
  if (!isFields(value)) {
    reader.report(pointer, problem('invalid-restriction', { kind: 'parameters' }));
    return parameters;
  }
  for (const [name, entry] of Object.entries(value)) {
    if (entry === null || entry === '') continue;
    const text = typeof entry === 'boolean' ? String(entry) : textOf(entry);
    if (text !== undefined && isStorableText(text) && isStorableText(name)) parameters.set(name, text);
    else reader.report(pointer + jsonPointer([name]), problem('invalid-restriction', { kind: 'parameter' }));
  }
  return parameters;
}

function parseList<T>(
  restriction: Fields,
  name: string,
  parse: (entry: unknown, pointer: string, reader: FieldReader) => T | undefined,
  kind: 'list-value' | 'pattern',
  reader: FieldReader,
): T[] {
  const value = fieldOf(restriction, name);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    reader.report(`/restriction/${name}`, problem('invalid-restriction', { kind: 'list', field: name }));
    return [];
  }
  const entries: T[] = [];
  for (const [index, entry] of value.entries()) {
    const pointer = `/restriction/${name}/${index}`;
    const parsed = parse(entry, pointer, reader);
    if (parsed === undefined) reader.report(pointer, problem('invalid-restriction', { kind }));
    else entries.push(parsed);
  }
  return entries;
}

type ListValue = NonNullable<Restriction['listOfValues']>[number];
type Pattern = NonNullable<Restriction['patterns']>[number];

/** Parses a list entry: a plain value or `{value, label, labels}`. @returns undefined for anything else */
function parseListValue(entry: unknown, pointer: string, reader: FieldReader): ListValue | undefined {
  const value = isFields(entry) ? textOf(fieldOf(entry, 'value')) : textOf(entry);
  const label = isFields(entry) ? (fieldOf(entry, 'label') ?? undefined) : undefined;
  const labelText = textOf(label);
  if (value === undefined || !isStorableText(value)) return undefined;
  if (label !== undefined && (labelText === undefined || !isStorableText(labelText))) return undefined;
  const labels = isFields(entry) ? parseLabels(fieldOf(entry, 'labels'), `${pointer}/labels`, reader) : undefined;
  return { value, ...(labelText !== undefined && { label: labelText }), ...(labels && { labels }) };
}

/** Parses a pattern: a plain text or `{pattern, message}`. @returns undefined for anything else */
function parsePattern(entry: unknown): Pattern | undefined {
  const pattern = isFields(entry) ? fieldOf(entry, 'pattern') : entry;
  const message = isFields(entry) ? (fieldOf(entry, 'message') ?? undefined) : undefined;
  if (typeof pattern !== 'string' || !isStorableText(pattern)) return undefined;
  if (message === undefined) return { pattern };
  return typeof message !== 'string' || !isStorableText(message) ? undefined : { pattern, message };
}
