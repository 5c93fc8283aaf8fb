import { useLanguage } from '../../i18n/language.tsx';

const en = {
  label: 'Changes of several values',
  changes: (count: number) => (count === 0 ? 'No changes' : count === 1 ? '1 change' : `${count} changes`),
  saved: (count: number) => (count === 1 ? '1 value saved' : `${count} values saved`),
  save: 'Save all',
  discard: 'Discard all',
  keys: 'All changes are saved as one version.',
  conflicts: 'Changed by someone else, choose first:',
  refused: 'Nothing was saved. Correct first:',
  editAll: 'Edit all',
  editAllOf: (section: string) => `Edit all in ${section}`,
  tooMany: (max: number) => `At most ${max} values can be edited together. Search to show fewer.`,
};
const de: typeof en = {
  label: 'Änderungen an mehreren Werten',
  changes: (count) => (count === 0 ? 'Keine Änderungen' : count === 1 ? '1 Änderung' : `${count} Änderungen`),
  saved: (count) => (count === 1 ? '1 Wert gespeichert' : `${count} Werte gespeichert`),
  save: 'Alle speichern',
  discard: 'Alle verwerfen',
  keys: 'Alle Änderungen werden als eine Version gespeichert.',
  conflicts: 'Von jemand anderem geändert, bitte zuerst entscheiden:',
  refused: 'Es wurde nichts gespeichert. Bitte zuerst korrigieren:',
  editAll: 'Alle bearbeiten',
  editAllOf: (section) => `Alle bearbeiten: ${section}`,
  tooMany: (max) =>
    `Höchstens ${max} Werte lassen sich zusammen bearbeiten. Grenzen Sie die Anzeige mit der Suche ein.`,
};

const texts = { en, de };

/** Returns the texts about several values that are edited together. */
export const useSaveBarTexts = (): typeof en => texts[useLanguage().language];
