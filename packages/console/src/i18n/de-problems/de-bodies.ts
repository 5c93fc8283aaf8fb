import type { BodyCode, JsonExpectation, JsonFault } from '@pimento/contract';
import type { ForeignFormat } from '@pimento/contract/first-bytes';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { number } from './de-texts.ts';

const expectations: Record<JsonExpectation, string> = {
  value: 'ein Wert',
  'value-or-array-end': "ein Wert oder ']'",
  'name-or-object-end': "ein Name in doppelten Anführungszeichen oder '}'",
  name: 'ein Name in doppelten Anführungszeichen',
  colon: "':' nach dem Namen",
  'comma-or-object-end': "',' oder '}'",
  'comma-or-array-end': "',' oder ']'",
  end: 'nichts mehr nach dem Wert',
  escape: String.raw`eines von " \ / b f n r t u nach '\'`,
  'hexadecimal-digits': String.raw`vier hexadezimale Ziffern nach '\u'`,
  'digit-after-minus': "eine Ziffer nach '-'",
  'digit-after-point': "eine Ziffer nach '.'",
  'digit-in-exponent': 'eine Ziffer im Exponenten',
  true: "das Wort 'true'",
  false: "das Wort 'false'",
  null: "das Wort 'null'",
  'products-body': '{"products":[…]}',
  'products-name': '"products"',
  'name-after-comma': "ein Name in doppelten Anführungszeichen nach ','",
  'value-after-colon': "ein Wert nach ':'",
  'products-list': 'eine mit \'[\' beginnende Liste von Produkten für "products"',
  'product-or-list-end': "ein Produkt oder ']'",
  'product-after-comma': "ein Produkt nach ','",
  'comma-or-list-end-after-product': "',' oder ']' nach einem Produkt",
  'comma-or-object-end-after-member': "',' oder '}' nach einem Wert",
  'end-after-brace': 'nichts mehr nach der schließenden Klammer',
};

type Found = Extract<JsonFault, { kind: 'expected' }>['found'];

function foundInstead(found: Found): string {
  if (typeof found === 'string') return 'die Datei endet hier';
  const { character, codePoint } = found;
  const code = Number.parseInt(codePoint.slice(2), 16);
  if (character === null) return `gefunden wurde das ${code < 0x80 ? 'Steuerzeichen' : 'Zeichen'} ${codePoint}`;
  const quote = character === "'" ? '"' : "'";
  return `gefunden wurde ${quote}${character}${quote}${code < 0x80 ? '' : ` (${codePoint})`}`;
}

const foreignFormats: Record<ForeignFormat, string> = {
  'utf-16': 'Der Text ist in UTF-16 geschrieben; speichern Sie die Datei in UTF-8',
  'utf-32': 'Der Text ist in UTF-32 geschrieben; speichern Sie die Datei in UTF-8',
  gzip: 'Die Datei ist mit gzip komprimiert; senden Sie sie mit Content-Encoding: gzip',
  zstd: 'Die Datei ist mit zstd komprimiert; senden Sie sie mit Content-Encoding: zstd',
  zip: 'Die Datei ist ein ZIP-Archiv, etwa eine Excel-Arbeitsmappe; senden Sie JSON',
};

const parts = { string: 'in einem Text', name: 'in einem Namen', value: 'in einem Wert', product: 'in einem Produkt' };
const largeParts = { name: 'Ein Name', value: 'Ein Wert', product: 'Ein Produkt', line: 'Eine Zeile' };

function jsonFault(fault: JsonFault): string {
  switch (fault.kind) {
    case 'expected':
      return `Erwartet wird ${expectations[fault.expected]}, ${foundInstead(fault.found)}`;
    case 'not-a-product':
      return `Ein Produkt wird in JSON geschrieben, etwa {"__ID":"4711"}. Hier beginnt etwas anderes: ${foundInstead(fault.found)}`;
    case 'control-character':
      return `Das Steuerzeichen ${fault.codePoint} muss in einem Text als Escape-Sequenz geschrieben werden`;
    case 'leading-zero':
      return 'Eine Zahl mit mehreren Ziffern darf nicht mit 0 beginnen';
    case 'ended-inside':
      return `Die Datei endet mitten ${parts[fault.part]}`;
    case 'bracket':
      return 'Die schließende Klammer passt nicht zu der geöffneten';
    case 'not-utf-8':
      return `Die Datei ist nicht in UTF-8 geschrieben: Mit Byte ${fault.byte} beginnt hier kein gültiges Zeichen`;
    case 'foreign-format':
      return foreignFormats[fault.format];
    case 'no-products':
      return '"products" fehlt; erwartet wird {"products":[…]}';
    case 'second-products':
      return '"products" kommt ein zweites Mal vor';
    case 'not-json':
      return fault.text === 'product' ? 'Das Produkt ist kein gültiges JSON' : 'Der Inhalt ist kein gültiges JSON';
  }
}

const at = ({ line, column, offset }: { line: number; column: number; offset: number }) =>
  `Zeile ${line}, Spalte ${column} (Byte ${offset})`;

/** German sentences about problems with a whole file or request body. */
export const deBodies: Pick<ProblemSentences, BodyCode> = {
  'malformed-json': {
    position: (p) => `${at(p)}: ${jsonFault(p.fault)}.`,
    encoding: ({ encoding, reason }) => `Die Datei ist nicht korrekt komprimiert (${encoding}): ${reason}.`,
    empty: () => 'Die Anfrage ist leer; erwartet wird JSON.',
  },
  'product-too-large': (p) => `${at(p)}: ${largeParts[p.part]} ist größer als ${number(p.maxBytes)} Bytes.`,
  'body-too-large': {
    sent: ({ bytes, maxBytes }) => `Die Datei hat ${number(bytes)} Bytes; erlaubt sind höchstens ${number(maxBytes)}.`,
    decoded: ({ maxBytes }) => `Die entpackte Datei ist größer als ${number(maxBytes)} Bytes.`,
    expansion: ({ bytes, decodedBytes }) =>
      `Beim Entpacken werden aus ${number(bytes)} Bytes mehr als ${number(decodedBytes)}. Das wird als Angriff gewertet: Senden Sie die Datei unkomprimiert.`,
    file: ({ maxBytes }) => `Eine Datei darf höchstens ${number(maxBytes)} Bytes haben.`,
    operation: ({ maxBytes }) => `Die Anfrage ist größer als die hier erlaubten ${number(maxBytes)} Bytes.`,
  },
  'too-many-products': ({ maxProducts }) =>
    `Ein Import in einer einzigen Transaktion nimmt höchstens ${number(maxProducts)} Produkte.`,
  'request-aborted': {
    import: ({ reason }) => `Die Verbindung brach ab, bevor die Datei vollständig war (${reason}).`,
    file: () => 'Die Verbindung brach ab, bevor die Datei vollständig war.',
    'content-length': () => 'Die Anfrage ist nicht so lang, wie Content-Length angibt.',
  },
  'unsupported-content-type': {
    import: ({ found }) =>
      `${found === null ? 'Content-Type fehlt' : `Content-Type ${found} wird hier nicht angenommen`}: Senden Sie application/json oder application/x-ndjson.`,
    charset: ({ charset }) => `Die Datei muss in UTF-8 geschrieben sein, nicht in ${charset}.`,
    body: ({ contentType }) => `Senden Sie die Anfrage als ${contentType}.`,
    file: () => 'Senden Sie die Datei als multipart/form-data, in einem Teil namens „file“.',
    operation: () => 'Der Content-Type der Anfrage wird hier nicht angenommen.',
  },
  'unsupported-encoding': ({ encoding, accepted }) =>
    `Content-Encoding ${encoding} wird hier nicht angenommen: Senden Sie ${accepted.join(', ')}.`,
};
