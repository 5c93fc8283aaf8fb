import type { HistoryTexts } from './en-history.ts';

export const deHistory: HistoryTexts = {
  open: 'Diesen Stand wiederherstellen',
  title: (moment) => `Produkt wie am ${moment} wiederherstellen`,
  text: 'Diese Werte werden zurückgesetzt, alle anderen bleiben. Die Änderung ist eine Version und lässt sich rückgängig machen.',
  now: 'Jetzt',
  past: 'Wiederhergestellt',
  confirm: (count) => (count === '1' ? '1 Wert wiederherstellen' : `${count} Werte wiederherstellen`),
  done: (moment) => `Stand vom ${moment} wiederhergestellt`,
  changed:
    'Das Produkt wurde geändert, seit der Verlauf geladen wurde. Es wurde nichts gespeichert. Schließen Sie den Dialog und sehen Sie sich den Verlauf neu an.',
  person: 'Geändert von',
  anyone: 'Alle',
  source: 'Quelle',
  anySource: 'Alle Quellen',
  sources: { edit: 'Manuell', bulk: 'Sammeländerung', import: 'Per Import' },
  noMatch: 'Keine Änderung passt.',
  noMatchYet: 'Keine der neuesten Änderungen passt. Zeigen Sie mehr an, um weiter zurückzugehen.',
};
