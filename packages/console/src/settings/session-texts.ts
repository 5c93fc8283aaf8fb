import { useLanguage } from '../i18n/language.tsx';

const en = {
  title: 'Sessions',
  text: 'Where you are signed in. Change your password if you do not recognise one.',
  device: 'Browser',
  address: 'IP address',
  lastUsed: 'Last used',
  current: 'this one',
  unknown: 'unknown',
  end: 'Sign out',
  endOne: (browser: string) => `Sign out ${browser}`,
  ended: 'Session ended',
  endAll: 'Sign out everywhere',
  endAllText: 'All your sessions end, including this one.',
};
const de: typeof en = {
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

const texts = { en, de };

/** Returns the texts about session. */
export const useSessionTexts = (): typeof en => texts[useLanguage().language];
