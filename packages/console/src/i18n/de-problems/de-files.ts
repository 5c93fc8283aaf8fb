import type { FileCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { deAssets } from '../de-assets.ts';
import { quoted } from './de-texts.ts';

const shown = 20;

const columnOf = ({ column, header }: { column: string; header: string }) => `Spalte ${column} (${header})`;

/** Returns the German reason of a failed request, or the English one if the code is unknown. */
function requestReason(code: string, english: string): string {
  const status = /^http-(\d{3})$/.exec(code)?.[1];
  if (status !== undefined) return deAssets.assets.httpReason(status);
  return deAssets.assets.reasons[code] ?? english;
}

const faults = {
  'file-damaged': 'Die Datei ist beschädigt oder unvollständig. Laden Sie sie noch einmal hoch.',
  'file-empty': 'Die Datei ist leer.',
  'file-too-large': 'Die Datei ist zu groß. Teilen Sie sie auf, oder speichern Sie sie als CSV.',
  'format-unknown': 'Das Format der Datei wird nicht unterstützt. Speichern Sie sie als XLSX oder CSV.',
  'encoding-wrong':
    'Die Datei hat eine andere Zeichenkodierung. Wählen Sie eine andere, oder speichern Sie sie in UTF-8.',
  'cell-too-large': 'Eine Zeile der Datei ist zu lang.',
  'quote-not-closed': 'Ein Anführungszeichen in der Datei wird nicht geschlossen.',
  'password-protected': 'Die Datei ist mit einem Passwort geschützt. Speichern Sie sie ohne Passwort.',
  'sheet-unknown': 'Das gewählte Tabellenblatt gibt es in der Datei nicht.',
  'several-files': 'Das Archiv enthält mehrere Dateien. Laden Sie eine Datei hoch.',
  'header-missing': 'Die Tabelle hat keine Kopfzeile.',
  'too-slow': 'Die Datei ist zu aufwendig für eine Vorschau. Speichern Sie sie als CSV.',
};

function whyNoId(
  candidate: { column: string; header: string; value: string; firstRow: number; row: number } | undefined,
) {
  if (candidate === undefined) return '';
  const { column, header, value, firstRow, row } = candidate;
  return `: Spalte ${column} (${header}) hat ${quoted(value)} in den Zeilen ${firstRow} und ${row}`;
}

export const deFiles: Pick<ProblemSentences, FileCode> = {
  'unknown-file': ({ fileId }) =>
    `Die hochgeladene Datei ${quoted(fileId)} gibt es nicht oder nicht mehr. Laden Sie sie noch einmal hoch.`,
  'invalid-file': ({ fault, reason }) => `${faults[fault]} Einzelheiten auf Englisch: ${reason}`,
  'unknown-source': ({ source }) => `Die Dateiquelle ${quoted(source)} gibt es nicht.`,
  'invalid-source': {
    cron: ({ expression }) =>
      `${quoted(expression)} ist kein Cron-Ausdruck mit fünf Feldern, wie zum Beispiel „30 6 * * 1-5“.`,
    'cron-seconds': ({ expression }) => `${quoted(expression)} enthält Sekunden. Ein Cron-Ausdruck hat fünf Felder.`,
    never: ({ expression }) => `${quoted(expression)} trifft in den nächsten Jahren nie zu.`,
    'secret-missing': ({ host }) =>
      `Für ${host} ist kein Passwort oder Token gespeichert. Geben Sie es ein; ein gespeichertes wird nie an einen anderen Server gesendet.`,
    'secret-needs-https': ({ host }) =>
      `Zugangsdaten werden an ${host} nur mit https gesendet, außer an private Adressen, die der Betreiber erlaubt.`,
    'secret-in-address': ({ host }) =>
      `Die Adresse von ${host} enthält einen Benutzernamen oder ein Passwort, die jeder sähe. Geben Sie sie als Zugangsdaten an („auth“).`,
    'no-folder': () =>
      'Dieser Dienst überwacht keine Ordner. Der Betreiber kann es mit der Einstellung PIMENTO_IMPORT_FOLDER erlauben.',
  },
  'source-failed': {
    request: ({ source, code, reason }) =>
      `Die Dateiquelle ${quoted(source)} konnte nicht gelesen werden: ${requestReason(code, reason)}`,
    'too-slow': ({ source, minutes }) =>
      `Die Dateiquelle ${quoted(source)} hat ihre Datei nicht innerhalb von ${minutes} Minuten geliefert.`,
    'secret-unreadable': ({ source }) =>
      `Das Passwort oder Token der Dateiquelle ${quoted(source)} lässt sich nicht mehr entschlüsseln. Geben Sie es noch einmal ein.`,
    'no-folder': ({ source }) =>
      `Die Dateiquelle ${quoted(source)} überwacht einen Ordner, aber dieser Dienst hat die Einstellung PIMENTO_IMPORT_FOLDER nicht mehr.`,
    'folder-unreadable': ({ source, path }) =>
      `Der Ordner ${path} der Dateiquelle ${quoted(source)} kann nicht gelesen werden.`,
    'too-many-files': ({ source, path, max }) =>
      `Der Ordner ${path} der Dateiquelle ${quoted(source)} enthält mehr als ${max} Dateien. Entfernen Sie alte.`,
    interrupted: ({ source }) =>
      `Der Abruf der Dateiquelle ${quoted(source)} wurde unterbrochen, weil der Dienst angehalten wurde.`,
    changed: ({ source }) =>
      `Der Abruf wurde abgebrochen, weil die Dateiquelle ${quoted(source)} geändert oder angehalten wurde.`,
    other: ({ source }) =>
      `Der Abruf der Dateiquelle ${quoted(source)} ist an einem Fehler des Dienstes gescheitert. Einzelheiten stehen im Protokoll.`,
  },
  'import-cancelled': ({ handled, dryRun }) =>
    dryRun
      ? `Der Probelauf wurde nach ${handled.toLocaleString('de')} Produkten abgebrochen. Es wurde nichts gespeichert.`
      : `Der Import wurde nach ${handled.toLocaleString('de')} Produkten abgebrochen. Deren Änderungen sind gespeichert. Importieren Sie dieselbe Datei noch einmal, um ihn zu vervollständigen.`,
  'format-cannot-carry': {
    columns: ({ count, max }) =>
      `Eine XLSX-Datei kann diesen Export nicht aufnehmen: Er hat ${count} Spalten, ein Tabellenblatt hat ${max}. Wählen Sie weniger Spalten, oder exportieren Sie als CSV.`,
    rows: ({ max }) =>
      `Eine XLSX-Datei kann diesen Export nicht aufnehmen: Er hat mehr als ${max} Zeilen. Filtern Sie die Produkte, oder exportieren Sie als CSV.`,
    cell: ({ attribute, productId, length, max }) =>
      `Eine XLSX-Datei kann diesen Export nicht aufnehmen: ${attribute} von Produkt ${quoted(productId)} hat ${length} Zeichen, eine Zelle fasst ${max}. Wählen Sie andere Spalten, oder exportieren Sie als CSV.`,
  },
  'import-column': {
    'id-missing': ({ headers, ...more }) =>
      `Keine Spalte enthält sicher die Produkt-IDs${whyNoId(more.candidate)}.${headers.length === 0 ? '' : ` Wählen Sie eine: ${headers.slice(0, shown).map(quoted).join(', ')}.`}`,
    'header-repeated': ({ other, ...column }) =>
      `${columnOf(column)} hat die gleiche Überschrift wie Spalte ${other}. Benennen Sie eine um, oder ignorieren Sie eine.`,
    'header-missing': ({ column }) =>
      `Spalte ${column} hat Werte, aber keine Überschrift. Ergänzen Sie eine, oder ignorieren Sie die Spalte.`,
    'target-repeated': ({ other, ...column }) =>
      `${columnOf(column)} ist demselben Attribut zugeordnet wie Spalte ${other}. Ignorieren Sie eine davon.`,
    'decimal-ambiguous': ({ value, ...column }) =>
      `${columnOf(column)} enthält ${quoted(value)}, was zwei Zahlen sein kann. Wählen Sie das Dezimalzeichen.`,
    'date-ambiguous': ({ value, ...column }) =>
      `${columnOf(column)} enthält ${quoted(value)}, was zwei Tage sein kann. Wählen Sie die Reihenfolge von Tag und Monat.`,
    'composite-missing': (column) =>
      `${columnOf(column)} gehört zu einem zusammengesetzten Attribut, das nicht definiert ist. Definieren Sie es zuerst, oder ignorieren Sie die Spalte.`,
    'column-unknown': (column) => `${columnOf(column)} fehlt im Mapping. Nehmen Sie sie auf, oder ignorieren Sie sie.`,
    'column-missing': ({ header }) =>
      `Der Datei fehlt die Spalte ${quoted(header)} des Mappings. Ergänzen oder ignorieren Sie sie.`,
    'not-composite': ({ header, attribute }) =>
      `Spalte ${quoted(header)} ist einem Teil von ${quoted(attribute)} zugeordnet; das ist kein zusammengesetztes Attribut.`,
    'no-child': ({ header, composite, child }) =>
      `Spalte ${quoted(header)} ist ${quoted(child)} zugeordnet; das zusammengesetzte Attribut ${quoted(composite)} hat es nicht.`,
    'composite-itself': ({ header, composite }) =>
      `Spalte ${quoted(header)} ist dem zusammengesetzten Attribut ${quoted(composite)} selbst zugeordnet. Wählen Sie eines seiner Attribute.`,
    'reserved-list': ({ header, field }) => `Spalte ${quoted(header)} ist eine Liste; ${field} hat nur einen Wert.`,
    'separator-unused': ({ header }) => `Spalte ${quoted(header)} hat ein Trennzeichen, ist aber keine Liste.`,
  },
  'unusable-cell': {
    'cell-error': ({ value }) =>
      `${quoted(value)} ist ein Fehlerwert der Tabelle. Korrigieren oder leeren Sie die Zelle.`,
    'formula-without-result': ({ value }) =>
      `Die Formel ${quoted(value)} hat kein gespeichertes Ergebnis. Öffnen und speichern Sie die Datei in einem Tabellenprogramm.`,
    'digits-lost': ({ value }) =>
      `Die Zahl ${quoted(value)} ist zu lang: Tabellen speichern nur 15 Stellen. Geben Sie sie als Text ein.`,
    'text-after-quote': ({ value }) =>
      `In ${quoted(value)} folgt Text nach einem schließenden Anführungszeichen. Verdoppeln Sie Anführungszeichen innerhalb einer Zelle.`,
    'date-impossible': ({ value }) =>
      `Die Zahl ${quoted(value)} ist kein Tag des Kalenders. Korrigieren Sie das Datum.`,
    'scientific-notation': ({ value }) =>
      `${quoted(value)} ist in Exponentialschreibweise, dabei können Stellen verloren gehen. Formatieren Sie die Spalte als Text, und geben Sie den Wert neu ein.`,
    'number-unreadable': ({ value }) =>
      `${quoted(value)} ist keine Zahl mit dem Dezimalzeichen der Spalte. Korrigieren Sie die Zahl oder das Dezimalzeichen.`,
    'date-unreadable': ({ value }) =>
      `${quoted(value)} ist kein Datum in der Reihenfolge der Spalte. Korrigieren Sie das Datum oder die Reihenfolge von Tag und Monat.`,
    'cell-without-header': ({ value }) =>
      `${quoted(value)} steht in einer Spalte ohne Überschrift. Ergänzen Sie eine, oder leeren Sie die Zelle.`,
    'row-number-invalid': ({ value }) =>
      `Die Zeilennummer eines zusammengesetzten Attributs muss eine ganze Zahl von 1 bis 1.000.000 sein, nicht ${quoted(value)}.`,
    'row-number-missing': ({ value }) =>
      `${quoted(value)} gehört zu einem zusammengesetzten Attribut, aber die Spalte mit „#“ ist in dieser Zeile leer.`,
    'rows-differ': ({ value }) =>
      `${quoted(value)} weicht vom Wert in einer anderen Zeile des Produkts ab. Behalten Sie einen davon.`,
    'rows-apart': ({ value }) =>
      `Die Zeilen von ${quoted(value)} stehen nicht beieinander, und jeder Teil würde die anderen ersetzen. Sortieren Sie die Tabelle nach der Spalte mit den IDs.`,
    'row-number-gap': ({ value }) =>
      `Vor Zeile ${value} des zusammengesetzten Attributs fehlen Zeilen, und ein Import ersetzt es als Ganzes. Ergänzen Sie sie, oder nummerieren Sie ab 1.`,
    'row-repeated': ({ value, firstRow }) =>
      `Zeile ${firstRow} hat ebenfalls die ID ${quoted(value)}, aber andere Werte. Nur Zeile ${firstRow} wird verwendet: Entfernen Sie eine der beiden Zeilen, oder korrigieren Sie die ID.`,
    'rows-for-text': () =>
      'Die Datei enthält Zeilen, aber das Attribut dieses Namens enthält Texte. Benennen Sie das Attribut um.',
    'text-for-rows': ({ value }) =>
      `Die Datei enthält den Text ${quoted(value)}, aber das Attribut dieses Namens enthält Zeilen. Benennen Sie das Attribut um.`,
    'several-values': ({ value }) =>
      `Die Datei enthält mehrere Werte (${value}), das Attribut aber nur einen. Lassen Sie für das Attribut mehrere Werte zu.`,
    'name-repeated': () => 'Ein anderer Wert der Datei gehört zum selben Attribut. Benennen Sie das Attribut um.',
    'group-unreadable': ({ value }) =>
      `${quoted(value)} hat mehr Teile als die Gruppe Attribute. Setzen Sie in Texten einen umgekehrten Schrägstrich vor „:“ und „,“.`,
    'group-too-large': () =>
      'Zu einem Produkt gehören mehr als 10.000 Zeilen oder 8 Millionen Zeichen. Seine Zeilen werden ausgelassen: Korrigieren Sie die Handles.',
    'id-repeated': ({ value }) =>
      `Eine andere Variante des Produkts hat dieselbe ID ${quoted(value)}. Korrigieren Sie eine davon.`,
    'row-deletes': () =>
      'Die Datei verlangt, das Produkt zu löschen. Ein Import löscht nichts: Löschen Sie das Produkt selbst, oder lassen Sie es aus der Datei weg.',
    'product-too-large': () => 'Das Produkt hat mehr als 4 MiB.',
    other: ({ reason }) => `Die Zelle kann nicht verwendet werden. Einzelheiten auf Englisch: ${reason}`,
  },
  'id-cell-empty': () => 'Die Zeile hat keine Produkt-ID. Tragen Sie eine ein.',
};
