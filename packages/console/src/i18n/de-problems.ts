import { jsonFault } from './de-json-faults.ts';
import type { ProblemPhrase } from './problem-phrase.ts';

const value = String.raw`^Attribute (".*?"): the value (".*") `;
/** A sentence of the service about one value: what it says of it, and how that is said here. */
const ofValue = (breach: string, say: (value: string, attribute: string, ...more: string[]) => string) =>
  [
    [
      new RegExp(`${value}${breach}$`, 's'),
      (attribute = '', text = '', ...more: string[]) => say(quoted(text), quoted(attribute), ...more),
    ],
  ] satisfies ProblemPhrase['exact'];
const quoted = (text: string) => `„${text.replaceAll(/^"|"$/g, '')}“`;
const names: Record<string, string> = { array: 'eine Liste', object: 'ein Objekt', null: 'null' };

/** German sentences about what is wrong with products and values, by code. */
export const deProblems: Record<string, ProblemPhrase> = {
  'not-a-decimal': {
    general: 'Das ist keine Dezimalzahl wie 12 oder -0.5.',
    exact: ofValue(
      'is not a decimal number.*',
      (value, name) => `${name}: ${value} ist keine Dezimalzahl wie 12 oder -0.5.`,
    ),
  },
  'not-an-integer': {
    general: 'Das ist keine ganze Zahl.',
    exact: ofValue('is not a whole number', (value, name) => `${name}: ${value} ist keine ganze Zahl.`),
  },
  'not-a-fraction': {
    general: 'Das ist kein Bruch wie 1/3, 2 1/2 oder 0.75.',
    exact: ofValue(
      'is not a fraction.*',
      (value, name) => `${name}: ${value} ist kein Bruch wie 1/3, 2 1/2 oder 0.75.`,
    ),
  },
  'not-a-date': {
    general: 'Das ist kein Datum wie 2026-01-31 und kein Zeitpunkt wie 2026-01-31T12:00:00Z.',
    exact: ofValue(
      'is not a calendar date.*',
      (value, name) => `${name}: ${value} ist kein Datum wie 2026-01-31 und kein Zeitpunkt wie 2026-01-31T12:00:00Z.`,
    ),
  },
  'not-a-gtin': {
    general: 'Das ist keine GTIN aus 8, 12, 13 oder 14 Ziffern.',
    exact: ofValue(
      'is not a GTIN of.*',
      (value, name) => `${name}: ${value} ist keine GTIN aus 8, 12, 13 oder 14 Ziffern.`,
    ),
  },
  'wrong-check-digit': {
    general: 'Das ist keine GTIN: Die Prüfziffer stimmt nicht.',
    exact: ofValue(
      'is not a GTIN: its.*',
      (value, name) => `${name}: ${value} ist keine GTIN: Die Prüfziffer stimmt nicht.`,
    ),
  },
  'not-a-reference': {
    general: 'Das kann keine Produkt-ID sein (1 bis 255 Zeichen, keine Steuerzeichen).',
    exact: ofValue(
      'cannot be a product id.*',
      (value, name) => `${name}: ${value} kann keine Produkt-ID sein (1 bis 255 Zeichen, keine Steuerzeichen).`,
    ),
  },
  'empty-asset': { general: 'Hier wird die ID eines Assets oder eine Adresse erwartet.' },
  'too-short': {
    general: 'Der Text ist zu kurz.',
    exact: ofValue(
      String.raw`has fewer characters than minLength (\d+).*`,
      (value, name, min) => `${name}: ${value} ist kürzer als die mindestens ${min} Zeichen (minLength).`,
    ),
  },
  'too-long': {
    general: 'Der Text ist zu lang.',
    exact: ofValue(
      String.raw`has more characters than maxLength (\d+).*`,
      (value, name, max) => `${name}: ${value} ist länger als die höchstens ${max} Zeichen (maxLength).`,
    ),
  },
  'below-minimum': {
    general: 'Der Wert ist zu klein.',
    exact: ofValue('is below minValue (.*)', (value, name, min) => `${name}: ${value} liegt unter ${min} (minValue).`),
  },
  'above-maximum': {
    general: 'Der Wert ist zu groß.',
    exact: ofValue('is above maxValue (.*)', (value, name, max) => `${name}: ${value} liegt über ${max} (maxValue).`),
  },
  'too-many-decimals': {
    general: 'Der Wert hat zu viele Nachkommastellen.',
    exact: ofValue(
      String.raw`has more digits after the point than (\w+) (\d+).*`,
      (value, name, limit, max) => `${name}: ${value} hat mehr als ${max} Nachkommastellen (${limit}).`,
    ),
  },
  'not-in-list': {
    general: 'Der Wert ist keiner der erlaubten.',
    exact: ofValue(
      'is not in the list.*',
      (value, name) => `${name}: ${value} ist keiner der erlaubten Werte (listOfValues).`,
    ),
  },
  'pattern-mismatch': {
    general: 'Der Wert passt nicht zum verlangten Muster.',
    exact: ofValue(
      'does not match the pattern (.*)',
      (value, name, pattern) => `${name}: ${value} passt nicht zum Muster ${pattern}`,
    ),
  },
  'invalid-id': { general: '__ID muss ein Text aus 1 bis 255 Zeichen ohne Steuerzeichen sein.' },
  'missing-id': {
    general: 'Das Produkt hat keine __ID.',
    exact: [[/^The product has no __ID\.$/, () => 'Das Produkt hat keine __ID.']],
  },
  'invalid-name': { general: 'So kann kein Attribut heißen: 1 bis 255 Zeichen, keine Steuerzeichen.' },
  'invalid-product': {
    general: 'Ein Produkt muss ein Objekt sein.',
    exact: [[/^A product must be an object\.$/, () => 'Ein Produkt muss ein Objekt sein.']],
  },
  'invalid-character': {
    general: 'Der Text enthält ein Zeichen, das nicht gespeichert werden kann.',
    exact: [
      [/U\+0000/, () => 'Der Text enthält U+0000, das nicht gespeichert werden kann.'],
      [/half of a surrogate pair/, () => 'Der Text enthält ein halbes Surrogatpaar.'],
    ],
  },
  'expected-scalar': {
    general: 'Hier wird ein einzelner Text erwartet.',
    exact: [
      [
        /^(".*") takes a single text here, not (?:an? )?(\w+)\.$/s,
        (name = '', kind = '') => `${quoted(name)} nimmt hier einen einzelnen Text, nicht ${names[kind] ?? kind}.`,
      ],
      [/^(\S+) takes a single text\.$/, (name) => `${name} nimmt einen einzelnen Text.`],
    ],
  },
  'expected-array': {
    general: 'Hier wird eine Liste erwartet.',
    exact: [
      [/^Composite (".*") takes an array/s, (name = '') => `Der Verbund ${quoted(name)} nimmt eine Liste von Zeilen.`],
      [
        /^(".*") holds several values/s,
        (name = '') => `${quoted(name)} hat mehrere Werte: Senden Sie eine Liste, auch für einen einzigen.`,
      ],
      [/^PACKAGING takes an array/, () => 'PACKAGING nimmt eine Liste von Verknüpfungen.'],
    ],
  },
  'expected-row': {
    general: 'Jede Zeile eines Verbunds muss ein Objekt sein.',
    exact: [
      [
        /^Each row of composite (".*") must/s,
        (name = '') => `Jede Zeile des Verbunds ${quoted(name)} muss ein Objekt sein.`,
      ],
    ],
  },
  'unknown-child': {
    general: 'Der Verbund hat kein solches Attribut; legen Sie es zuerst an.',
    exact: [
      [
        /^Composite (".*?") has no child (".*"); define it first\.$/s,
        (composite = '', child = '') =>
          `Der Verbund ${quoted(composite)} hat kein Attribut ${quoted(child)}; legen Sie es zuerst an.`,
      ],
    ],
  },
  'composite-not-defined': {
    general: 'Der Wert hat Zeilen, aber es gibt keinen Verbund dafür; legen Sie ihn zuerst an.',
    exact: [
      [
        /^(".*") is not defined, and its value has rows/s,
        (name = '') => `${quoted(name)} ist nicht angelegt, und sein Wert hat Zeilen: Legen Sie zuerst den Verbund an.`,
      ],
    ],
  },
  'ambiguous-name': {
    general: 'Mehrere Attribute heißen so; senden Sie die ID des gemeinten.',
    exact: [
      [
        /^Several attributes are called (".*"); send/s,
        (name = '') => `Mehrere Attribute heißen ${quoted(name)}; senden Sie die ID des gemeinten.`,
      ],
    ],
  },
  'reserved-name': {
    general: 'Namen, die mit „__“ beginnen, sind vorbehalten.',
    exact: [
      [
        /there is no field (".*")\.$/s,
        (name = '') => `Namen, die mit „__“ beginnen, sind vorbehalten; ein Feld ${quoted(name)} gibt es nicht.`,
      ],
    ],
  },
  'duplicate-field': {
    general: 'Dasselbe Feld steht zweimal da.',
    exact: [
      [/^The product has two ids\.$/, () => 'Das Produkt hat zwei IDs.'],
      [/^The same name stands twice in one object\.$/, () => 'Derselbe Name steht zweimal in einem Objekt.'],
      [/^(\S+) stands twice in the product/, (name) => `${name} steht zweimal im Produkt, verschieden geschrieben.`],
      [
        /^(".*?") names the (?:attribute|child) (".*"), which/s,
        (key = '', name = '') => `${quoted(key)} meint das Attribut ${quoted(name)}, das schon da ist.`,
      ],
    ],
  },
  'text-too-long': {
    general: 'Der Text ist zu lang.',
    exact: [[/^(\S+) takes at most 1,024 bytes\.$/, (name) => `${name} nimmt höchstens 1.024 Bytes.`]],
  },
  'too-deep': { general: 'Das Produkt ist tiefer verschachtelt, als ein Verbund sein kann (32 Ebenen).' },
  'product-too-large': { general: 'Ein Produkt ist zu groß.', exact: jsonFault },
  'quantity-without-packaging': {
    general: 'QUANTITY gilt für die Verknüpfungen in PACKAGING, aber es gibt kein PACKAGING.',
    exact: [
      [/no PACKAGING\.$/, () => 'QUANTITY gilt für die Verknüpfungen in PACKAGING, aber es gibt kein PACKAGING.'],
    ],
  },
  'invalid-quantity': {
    general: 'QUANTITY muss eine positive Dezimalzahl sein.',
    exact: [
      [
        /^QUANTITY must be a positive decimal, not (.*)\.$/s,
        (text) => `QUANTITY muss eine positive Dezimalzahl sein, nicht ${text}.`,
      ],
    ],
  },
  'invalid-packaging': {
    general: 'Eine Verknüpfung braucht die ID des Produkts, das sie enthält.',
    exact: [[/needs the id of the product/, () => 'Eine Verknüpfung braucht die ID des Produkts, das sie enthält.']],
  },
  'not-defined': {
    general: 'Das Attribut ist nicht mehr definiert. Definieren Sie es zuerst wieder.',
    exact: [
      [
        /^(".*") is not defined any more\. Define it again first\.$/s,
        (id = '') => `${quoted(id)} ist nicht mehr definiert. Definieren Sie es zuerst wieder.`,
      ],
    ],
  },
  'changed-meanwhile': {
    general: 'Jemand anders hat es inzwischen geändert.',
    exact: [
      [
        /^(".*") is not what was expected any more: somebody else has changed it\.$/s,
        (id = '') => `${quoted(id)} hat inzwischen jemand anders geändert.`,
      ],
      [/^There is no product (".*") any more\.$/s, (id = '') => `Das Produkt ${quoted(id)} gibt es nicht mehr.`],
      [/^There is a product (".*") already\.$/s, (id = '') => `Das Produkt ${quoted(id)} gibt es schon.`],
    ],
  },
  'invalid-expectation': { general: '__EXPECTED muss ein Objekt mit Feldern sein, oder null.' },
  'packaging-cycle': {
    general: 'Die Verpackung enthielte sich selbst.',
    exact: [
      [/^(".*") cannot hold itself\.$/s, (id = '') => `${quoted(id)} kann sich nicht selbst enthalten.`],
      [/^The links would close a cycle: (.*)\.$/s, (cycle) => `Die Verpackung enthielte sich selbst: ${cycle}.`],
    ],
  },
  'ignored-field': {
    general: 'Verknüpfungen behalten nur die ID und QUANTITY.',
    exact: [
      [/ignored: (.*)\.$/s, (fields) => `Verknüpfungen behalten nur die ID und QUANTITY; übergangen: ${fields}.`],
    ],
  },
  'duplicate-in-request': {
    general: 'Dasselbe Produkt steht mehrmals in der Datei; es gilt die Reihenfolge.',
    exact: [
      [
        /^(".*") stands at (\d+) and at (\d+)/s,
        (id = '', first = '', second = '') =>
          `${quoted(id)} steht an Stelle ${first} und an Stelle ${second}; beides gilt in dieser Reihenfolge.`,
      ],
    ],
  },
  'differs-in-case-only': {
    general: 'Zwei IDs unterscheiden sich nur in der Groß- und Kleinschreibung; es sind zwei Produkte.',
    exact: [
      [
        /^The id at (\d+) differs from (".*") in letter case only/s,
        (place = '', id = '') =>
          `Die ID an Stelle ${place} unterscheidet sich von ${quoted(id)} nur in der Groß- und Kleinschreibung; es sind zwei Produkte.`,
      ],
    ],
  },
  'malformed-json': { general: 'Die Datei ist kein gültiges JSON.', exact: jsonFault },
  'request-aborted': { general: 'Die Verbindung brach ab, bevor die Datei vollständig war.' },
  'body-too-large': { general: 'Die Datei ist zu groß.' },
  'too-many-products': { general: 'Das sind zu viele Produkte für eine einzige Transaktion.' },
  unavailable: { general: 'Die Datenbank war während des Imports nicht erreichbar. Senden Sie die Datei noch einmal.' },
  'internal-error': { general: 'Der Import endete durch einen Fehler auf unserer Seite.' },
  'values-do-not-fit': { general: 'Gespeicherte Werte passen nicht zu der geänderten Definition.' },
  'attribute-in-use': { general: 'Das Attribut wird benutzt.' },
  'asset-in-use': { general: 'Produkte nennen das Asset noch.' },
  'already-exists': { general: 'Das gibt es schon.' },
  'not-possible-now': { general: 'Das ist im jetzigen Zustand nicht möglich.' },
  'invalid-definitions': { general: 'So lassen sich die Attribute nicht anlegen.' },
  'invalid-values': { general: 'Werte stimmen nicht.' },
  'invalid-body': { general: 'Etwas an den Angaben stimmt nicht.' },
  'invalid-parameter': { general: 'Eine Angabe in der Adresse stimmt nicht.' },
  'unsupported-content-type': { general: 'Diese Art von Datei wird hier nicht angenommen.' },
  'unsupported-encoding': { general: 'So gepackt wird die Datei hier nicht angenommen.' },
  forbidden: { general: 'Das dürfen Sie nicht.' },
  'not-found': { general: 'Hier ist nichts.' },
  'unknown-product': { general: 'Es gibt dieses Produkt nicht.' },
  'unknown-attribute': { general: 'Es gibt dieses Attribut nicht.' },
  'unknown-asset': { general: 'Es gibt dieses Asset nicht, oder kein Produkt nennt es.' },
  'unknown-channel': { general: 'Es gibt diesen Kanal nicht.' },
  'unknown-account': { general: 'Es gibt dieses Konto nicht.' },
  'unknown-connection': { general: 'Sie sind nicht auf diesem Kanal.' },
  'unknown-submission': { general: 'Es gibt diese Einreichung nicht.' },
  'unknown-job': { general: 'Es gibt diesen Import nicht.' },
  'unknown-client': { general: 'Es gibt diesen Mandanten nicht, oder Sie arbeiten nicht für ihn.' },
  'unknown-adapter': { general: 'Es gibt diesen Adapter nicht.' },
  'unknown-event': { general: 'Es gibt dieses Ereignis nicht.' },
  'unknown-person': { general: 'Es gibt diese Person nicht.' },
  'unknown-key': { general: 'Es gibt diesen Schlüssel nicht.' },
};
