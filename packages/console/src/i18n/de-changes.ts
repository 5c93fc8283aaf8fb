import type { enChanges } from './en-changes.ts';

const products = (count: string) => (count === '1' ? '1 Produkt' : `${count} Produkte`);

export const deChanges: typeof enChanges = {
  definitionChange: {
    check: 'Gespeicherte Werte prüfen',
    checking: (names) => `Gespeicherte Werte von ${names} werden geprüft`,
    checked: (done, all) => `${done} von ${all} Produkten geprüft. Bisher wurde nichts geändert.`,
    converting: (names) => `Produkte werden an die geänderte Definition von ${names} angepasst`,
    converted: (done, all) => `${done} von ${all} Produkten. Die neue Definition gilt bereits.`,
    more: (count) => (count === '1' ? '1 weitere Änderung' : `${count} weitere Änderungen`),
    cancel: 'Änderung abbrechen',
    cancelled: 'Die Änderung wurde abgebrochen; nichts hat sich geändert.',
    fits: (holders) => `Alle Werte passen (${products(holders)} mit einem Wert).`,
    converts: (count) => `${products(count)} werden beim Speichern angepasst.`,
    stale: 'Die Felder wurden seit dieser Prüfung geändert.',
  },
};
