/** Patterns of the service's English reasons, with their German translation. `$1` and `$2` are the groups of the pattern. */
const german: [RegExp, string][] = [
  [/^header of an id, filled and unique$/, 'Überschrift einer ID, immer gefüllt und eindeutig'],
  [/^id as chosen$/, 'als ID gewählt'],
  [/^header of a name$/, 'Überschrift eines Namens'],
  [/^new attribute$/, 'neues Attribut'],
  [/^same name$/, 'gleicher Name'],
  [/^same label$/, 'gleiche Bezeichnung'],
  [/^same name, unit (.*)$/, 'gleicher Name, Einheit $1'],
  [/^numbered column of a list$/, 'nummerierte Spalte einer Liste'],
  [/^no header$/, 'ohne Überschrift'],
  [/^about an earlier import$/, 'über einen früheren Import'],
  [/^ignored as chosen$/, 'wie gewählt ignoriert'],
  [/^as in the mapping$/, 'wie im Mapping'],
  [/^not in the mapping$/, 'nicht im Mapping'],
  [/^another column is the id$/, 'eine andere Spalte ist die ID'],
  [/^CSV: comma splits the rows into (\d+) columns$/, 'CSV: Kommas teilen die Zeilen in $1 Spalten'],
  [/^CSV: semicolon splits the rows into (\d+) columns$/, 'CSV: Semikolons teilen die Zeilen in $1 Spalten'],
  [/^CSV: tab splits the rows into (\d+) columns$/, 'CSV: Tabulatoren teilen die Zeilen in $1 Spalten'],
  [/^CSV: vertical bar splits the rows into (\d+) columns$/, 'CSV: senkrechte Striche teilen die Zeilen in $1 Spalten'],
  [/^CSV: the first line states sep=(.*)$/, 'CSV: Die erste Zeile nennt sep=$1'],
  [/^CSV: no delimiter found, so one column$/, 'CSV: kein Trennzeichen, daher eine Spalte'],
  [/^(\S+): byte order mark of .*$/, '$1: Byte-Reihenfolge-Markierung'],
  [/^(\S+): valid UTF-8$/, '$1: gültiges UTF-8'],
  [
    /^(\S+): not valid UTF-8, so Windows-1252 as Excel writes it$/,
    '$1: kein gültiges UTF-8, daher Windows-1252, wie Excel es schreibt',
  ],
  [/^(\S+): every second byte is zero.*$/, '$1: jedes zweite Byte ist null'],
  [/^JSON: begins like a JSON document with products$/, 'JSON: beginnt wie ein JSON-Dokument mit Produkten'],
  [/^NDJSON: begins with a JSON object$/, 'NDJSON: beginnt mit einem JSON-Objekt'],
  [/^(encoding|delimiter|format|sheet) as chosen$/, 'wie gewählt'],
  [/^XLSX: .*$/, 'XLSX: Zip-Datei mit den Teilen einer Arbeitsmappe'],
  [/^sheet (".*"): first visible sheet$/, 'Blatt $1: das erste sichtbare'],
  [/^sheet (".*"): known headers$/, 'Blatt $1: Überschriften eines gespeicherten Mappings'],
  [/^sheet (".*"): sheet as chosen$/, 'Blatt $1: wie gewählt'],
  [/^([\w-]+): the header has .*$/, '$1: an den Überschriften erkannt'],
  [/^([\w-]+): the first line names the template of an Amazon flat file$/, '$1: Die erste Zeile nennt die Vorlage'],
  [/^([\w-]+): the root element is (<\S+>).*$/, '$1: Das Wurzelelement ist $2'],
  [/^([\w-]+): a JSON-LD document .*$/, '$1: JSON-LD mit dem Vokabular von schema.org'],
  [/^([\w-]+): the first line has code .*$/, '$1: Felder von Open Food Facts in der ersten Zeile'],
  [/^([\w-]+): feed as chosen$/, '$1: wie gewählt'],
  [/^(\S+): declared as (.*)$/, '$1: angegeben als $2'],
  [/^(\S+): XML without a declared encoding$/, '$1: XML ohne angegebene Kodierung'],
  [/^sheet (".*"): the sheet of the template$/, 'Blatt $1: das Blatt der Vorlage'],
  [/^packed with (\w+)$/, 'gepackt mit $1'],
  [/^(.*) in a zip file$/, '$1 in einer Zip-Datei'],
];

/** Returns a reason of the service in the user's language, or in English if it has no translation, and the language of the text. */
export function reasonText(language: string, reason: string): { text: string; lang: string } {
  if (language !== 'de') return { text: reason, lang: 'en' };
  const found = german.find(([pattern]) => pattern.test(reason));
  return found ? { text: reason.replace(...found), lang: 'de' } : { text: reason, lang: 'en' };
}
