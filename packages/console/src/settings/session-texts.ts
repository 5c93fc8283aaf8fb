import { deSessions } from '../links/de-invitations.ts';
import { enSessions } from '../links/en-invitations.ts';
import { useLanguage } from '../i18n/language.tsx';

const texts = { en: enSessions, de: deSessions };

/** Returns the texts about the places where a person is signed in. */
export const useSessionTexts = (): typeof enSessions => texts[useLanguage().language];
