import { deSessions } from '../i18n/de-sign-on.ts';
import { enSessions } from '../i18n/en-sign-on.ts';
import { useLanguage } from '../i18n/language.tsx';

const texts = { en: enSessions, de: deSessions };

/** Returns the texts about the sessions of a person. */
export const useSessionTexts = (): typeof enSessions => texts[useLanguage().language];
