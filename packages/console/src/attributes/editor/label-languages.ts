import { useMemo } from 'react';
import { languages, useLanguage } from '../../i18n/language.tsx';
import { allowedValues } from '../../session/labels/allowed-values.ts';
import type { Structure } from '../../session/structure.ts';
import { useStructure } from '../../session/use-structure.ts';

/**
 * Languages that are offered in addition to those that are already in use. These are the official languages of the European Union and some
 * other common languages.
 */
const offered =
  'ar bg cs da de el en es et fi fr ga hi hr hu it ja ko lt lv mt nl no pl pt ro ru sk sl sv tr uk vi zh'.split(' ');

/** Returns the languages that labels already have, and those of the console. */
function usedLanguages({ all }: Pick<Structure, 'all'>): string[] {
  const used = all.flatMap((definition) => [
    ...Object.keys(definition.labels ?? {}),
    ...allowedValues(definition).flatMap(({ labels }) => Object.keys(labels ?? {})),
  ]);
  return [...new Set([...Object.keys(languages), ...used])].toSorted();
}

/**
 * Returns the languages that labels of the client already have, and those of the console. Memoized, because lists of allowed values can be
 * long.
 */
export function useUsedLanguages(): string[] {
  const { structure } = useStructure();
  return useMemo(() => usedLanguages(structure), [structure]);
}

/** Returns the function that names a language in the language of the user, and the options for further languages. */
export function useLanguageNames(): { nameOf: (tag: string) => string; options: { value: string; label: string }[] } {
  const { language } = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    const nameOf = (tag: string) => names.of(tag) ?? tag;
    const options = offered.map((value) => ({ value, label: nameOf(value) }));
    return { nameOf, options: options.toSorted((a, b) => a.label.localeCompare(b.label, language)) };
  }, [language]);
}
