import { languageName } from '../rows/language-name.ts';
import { isCompositeType } from '../rows/row-columns.ts';
import type { Field } from './value-groups.ts';

/** An attribute of a set, in one language. */
export interface LanguageField extends Field {
  /** A language tag such as `de` or `de-DE`. */
  language: string;
}

/** Attributes with the same name in several languages, such as `title_de_DE` and `title_en_GB`. */
export interface LanguageSet {
  label: string;
  languages: LanguageField[];
}

export type Entry = Field | LanguageSet;

export const isLanguageSet = (entry: Entry): entry is LanguageSet => 'languages' in entry;

/** Empty languages of a larger set are only shown on request, because they would hide the languages that have a value. */
const maxWithEmpty = 4;

const codes = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** Words such as `no` and `to` are codes of languages, too. A set therefore needs a region, or one of these languages. */
const usual = new Set(['cs', 'da', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'zh']);

interface Suffix {
  base: string;
  language: string;
}

/** Splits a name such as `title_de_DE` or `title-en`. Returns undefined if it does not end in a language. */
function splitLanguage(name: string): Suffix | undefined {
  const [, base, code, region] = /^(.+)[_-]([a-z]{2})(?:[_-]([A-Z]{2}))?$/.exec(name) ?? [];
  if (base === undefined || code === undefined || codes.of(code) === undefined) return undefined;
  return { base, language: region === undefined ? code : `${code}-${region}` };
}

const escaped = (text: string): string => text.replaceAll(/[()[\]{}.*+?^$|\\]/g, '\\$&');

/** Returns how labels mention a language: `de-DE`, `de_DE`, `de`, and its names in the languages of the console. */
const mentionsOf = (language: string): string[] =>
  [language, language.slice(0, 2)].flatMap((tag) => [
    tag,
    tag.replace('-', '_'),
    languageName(tag, 'de'),
    languageName(tag, 'en'),
  ]);

/** Removes the language from the end of a label, such as "Title (de_DE)" or "Titel Deutsch". */
const withoutLanguage = (label: string, language: string): string => {
  const ends = mentionsOf(language).map(escaped).join('|');
  return label.replace(new RegExp(`(?:[\\s_-]+(?:${ends})|\\s*\\((?:${ends})\\))$`, 'i'), '') || label;
};

const isUsual = (language: string): boolean => language.includes('-') || usual.has(language);

/** Combines the attributes that differ only in their language. A set has the position of its first attribute. Pure. */
export function withLanguageSets(fields: readonly Field[]): Entry[] {
  const sets = new Map<string, LanguageField[]>();
  for (const field of fields) {
    const suffix = field.definition && !isCompositeType(field.definition) ? splitLanguage(field.name) : undefined;
    if (suffix) sets.set(suffix.base, [...(sets.get(suffix.base) ?? []), { ...field, language: suffix.language }]);
  }
  const isSet = (languages: readonly LanguageField[]) =>
    languages.length > 1 && languages.some(({ language }) => isUsual(language));
  const setOf = new Map<string, LanguageField[]>();
  for (const languages of sets.values())
    if (isSet(languages)) for (const { name } of languages) setOf.set(name, languages);
  return fields.flatMap((field): Entry[] => {
    const languages = setOf.get(field.name);
    if (!languages) return [field];
    const [first] = languages;
    if (first?.name !== field.name) return [];
    return [{ label: withoutLanguage(first.label, first.language), languages }];
  });
}

/**
 * Returns the entries to show. If one language of a set is shown, the other languages are shown beside it. Other languages without a
 * value are left out if the set has more than `maxWithEmpty` languages. Pure.
 */
export function shownEntries(fields: readonly Field[], isShown: (field: Field) => boolean): Entry[] {
  return withLanguageSets(fields).flatMap((entry): Entry[] => {
    if (!isLanguageSet(entry)) return isShown(entry) ? [entry] : [];
    if (!entry.languages.some(isShown)) return [];
    const languages = entry.languages.filter(
      (field) => isShown(field) || field.value !== undefined || entry.languages.length <= maxWithEmpty,
    );
    return [{ ...entry, languages }];
  });
}

/** Returns the fields of entries, including each language of a set. */
export const fieldsOf = (entries: readonly Entry[]): Field[] =>
  entries.flatMap((entry) => (isLanguageSet(entry) ? entry.languages : [entry]));
