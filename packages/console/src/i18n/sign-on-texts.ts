import { deSignOn } from './de-sign-on.ts';
import { enSignOn, type SignOnTexts } from './en-sign-on.ts';
import { useLanguage } from './language.tsx';

const texts = { en: enSignOn, de: deSignOn };

/**
 * Returns the texts about single sign-on, passkeys and the required second factor. They are separate from the other texts, because only a
 * few screens show them.
 */
export const useSignOnTexts = (): SignOnTexts => texts[useLanguage().language];
