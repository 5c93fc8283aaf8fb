import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { Messages } from './en.ts';
import { createFormats, type Formats } from './formats.ts';

/**
 * The languages of the console, each loaded when it is chosen. To add a language, write an object of type `Translation` and add a line
 * here. Type errors then point to the texts outside this object that are still missing.
 */
export const languages = {
  en: { name: 'English', load: async (): Promise<Messages> => (await import('./en.ts')).en },
  de: { name: 'Deutsch', load: async (): Promise<Messages> => (await import('./de.ts')).de },
};
export type Language = keyof typeof languages;

interface Spoken {
  language: Language;
  messages: Messages;
  formats: Formats;
  speak: (language: Language) => void;
}

const storageKey = 'pimento.language';
const isLanguage = (text: string | null | undefined): text is Language =>
  typeof text === 'string' && Object.hasOwn(languages, text);

/** A language with its dictionary. */
interface Loaded {
  language: Language;
  messages: Messages;
}

const load = async (language: Language): Promise<Loaded> => ({ language, messages: await languages[language].load() });

/**
 * Loads the first available language in this order: the language that was last chosen in this browser, the first supported language in the
 * browser's settings, English.
 */
export function loadFirstLanguage(): Promise<Loaded> {
  const remembered = localStorage.getItem(storageKey);
  if (isLanguage(remembered)) return load(remembered);
  return load(navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en');
}

const LanguageContext = createContext<Spoken | undefined>(undefined);

export function LanguageProvider({ first, children }: { first: Loaded; children: ReactNode }) {
  const [{ language, messages }, setLoaded] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const spoken = useMemo(
    (): Spoken => ({
      language,
      messages,
      // If the browser's settings contain the chosen language, their region determines the formats of numbers and dates.
      formats: createFormats(navigator.languages.find((tag) => tag.startsWith(language)) ?? language),
      speak(next) {
        localStorage.setItem(storageKey, next);
        void load(next).then(setLoaded);
      },
    }),
    [language, messages],
  );
  return <LanguageContext value={spoken}>{children}</LanguageContext>;
}

export function useLanguage(): Spoken {
  const spoken = use(LanguageContext);
  if (!spoken) throw new Error('useLanguage outside of LanguageProvider');
  return spoken;
}
export const useMessages = (): Messages => useLanguage().messages;
export const useFormats = (): Formats => useLanguage().formats;
