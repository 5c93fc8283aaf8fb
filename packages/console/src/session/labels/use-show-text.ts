import { useMemo } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { type ShowText, valueText, type ValueWords } from './value-text.ts';

/** Returns the words for `valueText` in the language of the user. */
export function useValueWords(): ValueWords {
  const { language, messages, formats } = useLanguage();
  return useMemo(
    () => ({ language, yes: messages.common.yes, no: messages.common.no, moment: (iso) => formats.moment(iso) }),
    [language, messages, formats],
  );
}

/** Returns the function that shows stored texts in the language of the user. */
export function useShowText(): ShowText {
  const words = useValueWords();
  return useMemo(() => (text, definition) => valueText(text, definition, words), [words]);
}
