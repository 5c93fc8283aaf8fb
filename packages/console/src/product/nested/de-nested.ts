import type { NestedTexts } from './en-nested.ts';

export const deNested: NestedTexts = {
  rows: (count) => (count === 1 ? '1 Zeile' : `${count} Zeilen`),
  noRows: 'keine Zeilen',
  open: (name) => `${name} anzeigen`,
  close: (name) => `${name} ausblenden`,
  more: (count) => (count === 1 ? '1 weiteres Attribut' : `${count} weitere Attribute`),
  fewer: 'Leere Attribute ausblenden',
  showAll: 'Alles anzeigen',
  showRows: (count) => `Alle ${count} Zeilen anzeigen`,
  openAll: 'Alles aufklappen',
  closeAll: 'Alles zuklappen',
  cell: (name, position, of) => `${name}, Zeile ${position} von ${of}`,
  row: (position, of) => `Zeile ${position} von ${of}`,
  acts: {
    add: (of) => `Zeile in ${of} hinzufügen`,
    duplicate: (row) => `${row} duplizieren`,
    up: (row) => `${row} nach oben verschieben`,
    down: (row) => `${row} nach unten verschieben`,
    remove: (row) => `${row} entfernen`,
  },
  undo: 'Rückgängig',
  pasted: (written, skipped) =>
    `${written === 1 ? '1 Zelle' : `${written} Zellen`} eingefügt${skipped > 0 ? `, ${skipped} ohne passendes Feld` : ''}`,
  keys: 'Enter oder F2 bearbeitet eine Zelle, Tab geht zur nächsten, Esc stellt sie wieder her. Strg Enter speichert.',
  keysOfRows:
    'Alt Enter fügt eine Zeile hinzu, Alt ↑ ↓ verschiebt sie, Alt Umschalt ↓ dupliziert sie, Alt Entf entfernt sie.',
  keysOfLevels: '→ und ← klappen eine Gruppe auf und zu, + zeigt ihre Attribute ohne Wert.',
  history: (cell) => `Verlauf von ${cell}`,
  historyOf: 'Verlauf eines gespeicherten Werts',
  keysOfHistory: 'Alt H zeigt den Verlauf eines gespeicherten Werts.',
  tools: (of) => `Zeilen von ${of}`,
  help: 'Tasten',
};
