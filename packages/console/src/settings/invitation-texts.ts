import { deInvitations } from '../i18n/de-sign-on.ts';
import { enInvitations } from '../i18n/en-sign-on.ts';
import { useLanguage } from '../i18n/language.tsx';

const texts = { en: enInvitations, de: deInvitations };

/** Returns the texts about invitations and links for passwords. */
export const useInvitationTexts = (): typeof enInvitations => texts[useLanguage().language];
