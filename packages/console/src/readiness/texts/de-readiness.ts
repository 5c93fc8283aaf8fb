import { deProblemCodes } from './de-problem-codes.ts';
import type { ReadinessTexts } from './en-readiness.ts';

const products = (count: number, text: string) => (count === 1 ? '1 Produkt' : `${text} Produkte`);

/** German texts about readiness. */
export const deReadiness: ReadinessTexts = {
  outcomes: {
    ready: 'Bereit',
    incomplete: 'Unvollständig',
    invalid: 'Ungültig',
    unmapped: 'Nicht zugeordnet',
    checking: 'Wird geprüft',
  },
  outcomeHints: {
    ready: 'Alle Pflichtangaben sind vorhanden und gültig',
    incomplete: 'Pflichtangaben fehlen',
    invalid: 'Vollständig, aber manche Werte sind nicht erlaubt',
    unmapped: 'Es gibt kein veröffentlichtes Mapping oder keine Kanalkategorie',
    checking: 'Das Produkt oder das Mapping wurde gerade geändert',
  },
  byOutcome: (channel) => `Produkte auf ${channel} nach Datenqualität`,
  segment: (outcome, count, text) => `${outcome}: ${products(count, text)}`,
  readyOf: (ready, total, text) =>
    total === 1 ? `${ready} von 1 Produkt ist bereit` : `${ready} von ${text} Produkten sind bereit`,
  none: 'Noch kein Mapping veröffentlicht',
  noneText:
    'Ordnen Sie Ihre Attribute dem Datenstandard dieses Kanals zu und veröffentlichen Sie das Mapping. Danach zeigt jedes Produkt, was ihm fehlt.',
  openMapping: 'Mapping öffnen',
  pending: (count, text) => (count === 1 ? '1 Produkt wird noch geprüft' : `${text} Produkte werden noch geprüft`),
  pass: (done, total) => `${done} von ${total} Produkten geprüft`,
  passLabel: 'Prüfung aller Produkte',
  refresh: 'Alle erneut prüfen',
  refreshed: 'Die Prüfung hat begonnen',
  problems: 'Häufigste Probleme',
  noProblems: 'Keine Probleme.',
  wholeProduct: 'Ganzes Produkt',
  target: 'Attribut',
  problem: 'Problem',
  count: 'Produkte',
  show: (target, problem) => `Produkte anzeigen: ${target}: ${problem}`,
  showShort: 'Produkte anzeigen',
  fixShort: { targets: 'Formel ändern', maps: 'Werte zuordnen', categories: 'Kategorien ändern' },
  byCategory: 'Nach Kategorie',
  list: 'Produkte nach Datenqualität',
  all: 'Alle',
  withProblem: (problem) => `Mit dem Problem ${problem}`,
  inCategory: (category) => `In der Kategorie ${category}`,
  clearFilter: 'Alle Produkte anzeigen',
  noProducts: 'Kein Produkt passt.',
  product: 'Produkt',
  outcome: 'Datenqualität',
  filled: 'Pflichtangaben',
  filledOf: (filled, required) => `${filled} von ${required}`,
  lacks: 'Probleme',
  moreProblems: (count) => `und ${count} weitere`,
  row: (number) => `Zeile ${number}`,
  codes: deProblemCodes,
  channel: 'Kanal',
  noChannels: 'Noch kein Kanal mit Datenstandard',
  noChannelsText:
    'Verbinden Sie ein Konto eines Kanals, der einen Datenstandard hat. Danach zeigt diese Seite, was dem Produkt dort fehlt.',
  category: 'Kanalkategorie',
  noCategory: 'keine',
  reasons: {
    override: 'für dieses Produkt festgelegt',
    otherwise: 'laut Standardkategorie des Mappings',
    rule: (number, formula) => `laut Regel ${number}: ${formula}`,
    map: (number, formula, map) => `laut Regel ${number}: Wertezuordnung ${map} für ${formula}`,
  },
  chooseCategory: 'Kategorie festlegen',
  categorySaved: 'Kategorie gespeichert',
  categoryHint: 'Nur für dieses Produkt auf diesem Kanal. Leer: nach den Regeln des Mappings.',
  productProblems: 'Probleme',
  noProductProblems: 'Keine Probleme. Das Produkt kann bei diesem Kanal eingereicht werden.',
  values: 'Werte auf dem Kanal',
  value: 'Wert',
  source: 'Herkunft',
  sources: {
    override: 'Für dieses Produkt festgelegt',
    mapping: 'Mapping',
    standard: 'Formel des Standards',
    empty: 'Bleibt leer',
    unmapped: 'Nicht zugeordnet',
  },
  attributes: 'Eigene Attribute',
  noValue: 'kein Wert',
  set: (name) => `${name} für dieses Produkt festlegen`,
  setShort: 'Wert festlegen',
  setHint: 'Nur für dieses Produkt auf diesem Kanal. Die Formel des Mappings wird nicht verwendet.',
  setLines: 'Ein Wert pro Zeile.',
  setJson: 'Zeilen als JSON, wie der Kanal sie erhält.',
  notJson: 'Das ist keine Zeile und keine Liste von Zeilen in JSON.',
  saved: (name) => `${name} für dieses Produkt festgelegt`,
  reset: 'Wieder das Mapping verwenden',
  removed: (name) => `${name} kommt wieder aus dem Mapping`,
  shape: 'So erhält es der Kanal',
  showShape: 'Anzeigen, wie der Kanal es erhält',
  standing: 'Auf dem Kanal',
  readyWhen: 'Produkte automatisch auf „Bereit“ setzen',
  readyWhenHint:
    'Produkte auf dem Kanal, die den Standard erfüllen, werden „Bereit“, die übrigen „In Arbeit“. Einzelne Produkte können Sie zurückhalten.',
  readyWhenSaved: {
    valid: 'Produkte werden automatisch auf „Bereit“ gesetzt',
    marked: 'Produkte werden nur noch manuell auf „Bereit“ gesetzt',
  },
  hold: 'Produkt zurückhalten',
  release: 'Produkt freigeben',
  held: 'Zurückgehalten: Das Produkt wird nicht eingereicht',
  heldNow: 'Produkt zurückgehalten',
  releasedNow: 'Produkt freigegeben',
  wayBack: 'Woher kommt dieser Wert?',
  noTarget: (channel) => `Das ist kein Attribut des Datenstandards von ${channel}.`,
  originOf: (name) => `Herkunft von ${name}`,
  trend: {
    title: 'Verlauf',
    label: (channel) => `Produkte nach Datenqualität für ${channel}, Tag für Tag`,
    summary: (first, before, last, now) => `${before} bereit am ${first}, ${now} bereit am ${last}`,
    table: 'Als Tabelle anzeigen',
    day: 'Tag',
  },
  onChannel: 'Diese Produkte auf dem Kanal anzeigen, mit Status und Aktionen',
  preview: {
    ready: (count, text) =>
      count === 1 ? '1 Produkt ist bereit für den Kanal' : `${text} Produkte sind bereit für den Kanal`,
    unchanged: (count, text) =>
      `Seit der letzten Einreichung unverändert, wird nicht eingereicht: ${products(count, text)}`,
    unchangedSent: (count, text) =>
      `Seit der letzten Einreichung unverändert, wird erneut eingereicht: ${products(count, text)}`,
    includeUnchanged: (count, text) =>
      count === 0
        ? 'Unveränderte Produkte erneut einreichen'
        : `Erneut einreichen, obwohl der Kanal sie schon so hat: ${products(count, text)}`,
    allowInvalid: (count, text) =>
      count === 0
        ? 'Produkte einreichen, die nicht bereit sind'
        : `Einreichen, obwohl sie nicht bereit sind: ${products(count, text)}`,
    allowInvalidHint:
      'Es fehlen Werte, oder sie sind ungültig. Der Kanal nimmt solche Produkte zur eigenen Prüfung an und kann sie ablehnen.',
    checking: (count, text) => `Noch zu prüfen: ${products(count, text)}`,
    held: (count, text) => `Zurückgehalten: ${products(count, text)}`,
    notReady: (count, text) => `Nicht bereit: ${products(count, text)}, vor allem deshalb:`,
    gated: 'Produkte, die nicht bereit oder zurückgehalten sind, werden übersprungen.',
    onlyHeld: 'Produkte, die nicht bereit sind, werden eingereicht; zurückgehaltene werden übersprungen.',
    notGated: 'Dieser Kanal erhält sie trotzdem.',
  },
  error: 'Fehler',
  warning: 'Warnung',
};
