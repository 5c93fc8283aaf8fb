import { problem } from '@pimento/contract/problem';
import { isStorableText, jsonPointer } from '../../platform/core.ts';
import type { Labels } from '../values/structure-types.ts';
import { countCharacters } from '../values/identifier-text.ts';
import { shown } from '../values/quoted-text.ts';
import { type FieldReader, isFields } from './field-reader.ts';

/** Maximum number of languages of one attribute or value. The European Union has 24 official languages. */
const maxLanguages = 50;
/** Maximum number of characters of a label, the same as for names. */
const maxCharacters = 255;
/** Longest language tag that is accepted. RFC 5646 recommends allowing at least 35 characters. */
const maxTagLength = 35;

/**
 * Returns a language tag in its canonical form, such as `de-AT` for `DE-at`.
 * @returns undefined for a text that is longer than `maxTagLength` or not a well-formed tag of BCP 47
 */
function canonicalTag(text: string): string | undefined {
  if (text.length > maxTagLength) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

const isLabel = (label: unknown): label is string =>
  typeof label === 'string' &&
  isStorableText(label) &&
  label.trim() !== '' &&
  !/\p{Cc}/u.test(label) &&
  countCharacters(label) <= maxCharacters;

/**
 * Parses labels, an object of language tags and texts. An entry that is null or empty is left out.
 * @param pointer JSON Pointer of the labels inside the payload element
 * @returns undefined if they are absent or invalid (the reader collects the problems), and null if they are null or there are none
 */
export function parseLabels(value: unknown, pointer: string, reader: FieldReader): Labels | null | undefined {
  if (value === undefined || value === null) return value;
  if (!isFields(value)) {
    reader.report(pointer, problem('invalid-labels', { kind: 'not-an-object' }));
    return undefined;
  }
  const before = reader.problems.length;
  const labels = new Map<string, string>();
  for (const [language, label] of Object.entries(value)) {
    if (label === null || label === '') continue;
    const tag = canonicalTag(language);
    const at = pointer + jsonPointer([language]);
    if (tag === undefined)
      reader.report(at, problem('invalid-labels', { kind: 'language', language: shown(language) }));
    else if (labels.has(tag)) reader.report(at, problem('invalid-labels', { kind: 'duplicate', language: tag }));
    else if (!isLabel(label))
      reader.report(at, problem('invalid-labels', { kind: 'label', language: tag, maxCharacters }));
    else labels.set(tag, label);
  }
  if (labels.size > maxLanguages)
    reader.report(pointer, problem('invalid-labels', { kind: 'too-many', max: maxLanguages }));
  if (reader.problems.length > before) return undefined;
  return labels.size === 0 ? null : Object.fromEntries(labels);
}
