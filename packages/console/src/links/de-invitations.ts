import type { enInvitations, enSessions } from './en-invitations.ts';

/** German texts about invitations and links for passwords. */
export const deInvitations: typeof enInvitations = {
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

/** German texts about the places where a person is signed in. */
export const deSessions: typeof enSessions = {
  title: 'Sitzungen',
  text: 'Hier sind Sie angemeldet. Ändern Sie Ihr Passwort, wenn Sie eine Sitzung nicht kennen.',
  device: 'Browser',
  address: 'IP-Adresse',
  lastUsed: 'Zuletzt verwendet',
  current: 'diese',
  unknown: 'unbekannt',
  end: 'Abmelden',
  endOne: (browser) => `${browser} abmelden`,
  ended: 'Sitzung beendet',
  endAll: 'Überall abmelden',
  endAllText: 'Alle Ihre Sitzungen werden beendet, auch diese.',
};
