import { useLanguage } from '../../i18n/language.tsx';

const en = {
  commands: 'Commands',
  all: (text: string) => `All products that match “${text}”`,
  light: 'Use light colors',
  dark: 'Use dark colors',
  invite: 'Invite a member',
};
const de: typeof en = {
  commands: 'Befehle',
  all: (text) => `Alle Produkte zu „${text}“`,
  light: 'Helle Darstellung verwenden',
  dark: 'Dunkle Darstellung verwenden',
  invite: 'Mitglied einladen',
};

const texts = { en, de };

/** Returns the texts of the palette's commands. They are loaded with the palette. */
export const usePaletteTexts = (): typeof en => texts[useLanguage().language];
