import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { createFormats, type Formats } from './formats.ts';

/** Every language of the console; another one is a dictionary of the same shape and a line here. */
export const languages = { en: { name: 'English', messages: en }, de: { name: 'Deutsch', messages: de } } as const;
export type Language = keyof typeof languages;

interface Spoken {
  language: Language;
  messages: Messages;
  formats: Formats;
  speak: (language: Language) => void;
}

const storageKey = 'pimento.language';
const isLanguage = (text: string | null | undefined): text is Language => text === 'en' || text === 'de';

function firstLanguage(): Language {
  const remembered = localStorage.getItem(storageKey);
  if (isLanguage(remembered)) return remembered;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

const LanguageContext = createContext<Spoken | undefined>(undefined);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const spoken = useMemo(
    (): Spoken => ({
      language,
      messages: languages[language].messages,
      // the region of the browser decides how dates look where it speaks the same language
      formats: createFormats(navigator.languages.find((tag) => tag.startsWith(language)) ?? language),
      speak(next) {
        localStorage.setItem(storageKey, next);
        setLanguage(next);
      },
    }),
    [language],
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
