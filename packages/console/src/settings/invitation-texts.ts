import { deInvitations } from '../links/de-invitations.ts';
import { enInvitations } from '../links/en-invitations.ts';
import { useLanguage } from '../i18n/language.tsx';

const texts = { en: enInvitations, de: deInvitations };

/** Returns the texts about invitations and links for passwords. */
export const useInvitationTexts = (): typeof enInvitations => texts[useLanguage().language];
