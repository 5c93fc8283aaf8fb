import { useLanguage } from '../i18n/language.tsx';

const en = {
  title: 'Open invitations',
  invite: 'Invite member',
  invited: (email: string) => `Invitation for ${email}`,
  email: 'E-mail address',
  nameHint: 'Optional. The person can change it.',
  linkOnce:
    'Send this link to the person over a secure channel. It works once, expires after 24 hours, and is not shown again.',
  link: 'Link',
  sent: (email: string) => `The invitation is on its way to ${email}. It is valid for 24 hours.`,
  expires: 'Expires',
  delivery: 'Delivery',
  deliveries: { link: 'link passed on', waiting: 'e-mail waiting', sent: 'e-mail sent', failed: 'e-mail failed' },
  renew: 'New link',
  renewFor: (email: string) => `New link for ${email}`,
  cancel: 'Cancel',
  cancelFor: (email: string) => `Cancel the invitation for ${email}`,
  cancelled: 'Invitation cancelled',
  passwordLink: 'Password link',
  passwordLinkFor: (name: string) => `Password link for ${name}`,
  passwordLinkSent: 'A link to set a new password is on its way by e-mail.',
};
const de: typeof en = {
  title: 'Offene Einladungen',
  invite: 'Mitglied einladen',
  invited: (email) => `Einladung für ${email}`,
  email: 'E-Mail-Adresse',
  nameHint: 'Freiwillig. Die Person kann den Namen ändern.',
  linkOnce:
    'Geben Sie diesen Link auf sicherem Weg weiter. Er gilt einmal und 24 Stunden lang und wird nicht noch einmal angezeigt.',
  link: 'Link',
  sent: (email) => `Die Einladung ist unterwegs an ${email}. Sie gilt 24 Stunden lang.`,
  expires: 'Gültig bis',
  delivery: 'Zustellung',
  deliveries: {
    link: 'Link weitergegeben',
    waiting: 'E-Mail wartet',
    sent: 'E-Mail gesendet',
    failed: 'E-Mail fehlgeschlagen',
  },
  renew: 'Neuer Link',
  renewFor: (email) => `Neuer Link für ${email}`,
  cancel: 'Zurückziehen',
  cancelFor: (email) => `Einladung von ${email} zurückziehen`,
  cancelled: 'Einladung zurückgezogen',
  passwordLink: 'Passwort-Link',
  passwordLinkFor: (name) => `Passwort-Link für ${name}`,
  passwordLinkSent: 'Ein Link für ein neues Passwort ist per E-Mail unterwegs.',
};

const texts = { en, de };

/** Returns the texts about invitation. */
export const useInvitationTexts = (): typeof en => texts[useLanguage().language];
