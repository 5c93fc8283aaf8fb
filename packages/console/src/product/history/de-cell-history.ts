import type { CellHistoryTexts } from './en-cell-history.ts';

export const deCellHistory: CellHistoryTexts = {
  title: (cell) => `Verlauf von ${cell}`,
  list: 'Änderungen dieses Werts, neueste zuerst',
  changed: 'Geändert',
  created: 'Angelegt',
  before: 'Vorher',
  after: 'Nachher',
  current: 'Aktueller Wert',
  restore: (value) => `${value} wiederherstellen`,
  empty: 'keinen Wert',
  restored: (cell) => `${cell} wiederhergestellt`,
  none: 'Für diesen Wert sind keine Änderungen gespeichert.',
  searching:
    'Dieser Wert hat sich in den letzten Versionen nicht geändert. Ältere Versionen sind noch nicht durchsucht.',
  stale:
    'Das Produkt wurde inzwischen geändert. Es wurde nichts gespeichert. Schließen Sie den Dialog und öffnen Sie den Verlauf erneut.',
};
