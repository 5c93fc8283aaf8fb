import type { PasteTexts } from './en-paste.ts';

const values = (count: string) => (count === '1' ? '1 Wert' : `${count} Werte`);
const products = (count: string) => (count === '1' ? '1 Produkt' : `${count} Produkte`);
const inProducts = (count: string) => (count === '1' ? '1 Produkt' : `${count} Produkten`);

export const dePaste: PasteTexts = {
  title: 'In die Liste einfügen',
  loading: 'Die Produkte der Liste werden geladen …',
  loadFailed: 'Die Produkte der Liste konnten nicht geladen werden. Es wurde nichts geändert.',
  checking: 'Die Werte werden geprüft …',
  summary: (count, of) => `${values(count)} in ${inProducts(of)} ${count === '1' ? 'wird' : 'werden'} geändert.`,
  cleared: (count) =>
    count === '1'
      ? '1 Wert wird geleert, weil die eingefügte Zelle leer ist.'
      : `${count} Werte werden geleert, weil die eingefügten Zellen leer sind.`,
  unchanged: (count) =>
    count === '1' ? '1 Zelle hat den eingefügten Wert bereits.' : `${count} Zellen haben den eingefügten Wert bereits.`,
  rowsOutside: (count) =>
    count === '1'
      ? '1 Zeile der Zwischenablage liegt unter dem Ende der Liste und wird ignoriert.'
      : `${count} Zeilen der Zwischenablage liegen unter dem Ende der Liste und werden ignoriert.`,
  columnsOutside: (count) =>
    count === '1'
      ? '1 Spalte der Zwischenablage liegt rechts von der letzten Spalte und wird ignoriert.'
      : `${count} Spalten der Zwischenablage liegen rechts von der letzten Spalte und werden ignoriert.`,
  notLoaded: (count) =>
    count === '1'
      ? '1 ausgewähltes Produkt ist nicht in der angezeigten Liste und bleibt unverändert.'
      : `${count} ausgewählte Produkte sind nicht in der angezeigten Liste und bleiben unverändert.`,
  tooMany: (count, max) =>
    `Auf einmal lassen sich höchstens ${max} Produkte füllen; hier wären es ${count}. Fügen Sie weniger Zeilen ein, oder wählen Sie weniger Produkte aus.`,
  nothing: 'Es würde sich kein Wert ändern.',
  changes: 'Änderungen',
  firstChanges: (count) => `Die ersten ${count} Änderungen`,
  product: 'Produkt',
  column: 'Spalte',
  before: 'Vorher',
  after: 'Nachher',
  none: 'leer',
  leftOut: (count) => (count === '1' ? '1 Zelle wird ausgelassen' : `${count} Zellen werden ausgelassen`),
  notStored: (count) => (count === '1' ? '1 Wert wurde nicht gespeichert' : `${count} Werte wurden nicht gespeichert`),
  reason: 'Grund',
  products: 'Produkte',
  more: (count) => `und ${count} weitere`,
  notEditable: 'Diese Spalte lässt sich in der Liste nicht bearbeiten.',
  unclearNumber:
    'Die Zahl lässt sich auf zwei Arten lesen, etwa 1.250 als 1250 oder als 1,25. Schreiben Sie sie mit Komma und ohne Tausenderpunkt.',
  notListed:
    'Zu viele Zellen wurden abgelehnt, um alle zu nennen. Fügen Sie diese erneut ein, wenn Sie die anderen korrigiert haben.',
  paste: (count) => `${values(count)} einfügen`,
  pasted: (count, of) => `${values(count)} in ${products(of)} eingefügt`,
  chooseCell: 'Wählen Sie zuerst eine Zelle: mit einem Klick oder mit → und ←.',
  copied: (count) => (count === '1' ? 'Wert kopiert' : `${count} Werte kopiert`),
  undo: 'Rückgängig machen',
  show: 'Fortschritt anzeigen',
  showResult: 'Details anzeigen',
  restoring: (handled, chosen) => `Werte werden wiederhergestellt: ${handled} von ${chosen} Produkten`,
  restored: (count) => `Einfügen in ${inProducts(count)} rückgängig gemacht`,
  notAll: (restored, failed) =>
    `Einfügen in ${inProducts(restored)} rückgängig gemacht. Unverändert, weil seitdem geändert: ${failed}.`,
  ended: (restored) => `Das Rückgängigmachen wurde vorzeitig beendet. Wiederhergestellte Produkte: ${restored}.`,
};
