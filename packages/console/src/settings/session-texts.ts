import { deSessions } from '../i18n/de-sign-on.ts';
import { enSessions } from '../i18n/en-sign-on.ts';
import { useLanguage } from '../i18n/language.tsx';

const texts = { en: enSessions, de: deSessions };

/** Returns the texts about the places where a person is signed in. */
export const useSessionTexts = (): typeof enSessions => texts[useLanguage().language];
