import type { ProblemPhrase } from './problem-phrase.ts';

/** What the service says may stand at a place, word for word; the longer ones first. */
const words: [said: string, here: string][] = [
  ['nothing more after the closing brace', 'nichts mehr nach der schließenden Klammer'],
  ['nothing more after the value', 'nichts mehr nach dem Wert'],
  ["a list of products, starting with '[', as value of", "eine mit '[' beginnende Liste von Produkten für"],
  ['the member "products"', '"products"'],
  ['a member name in double quotes', 'ein Name in doppelten Anführungszeichen'],
  ['after the member name', 'nach dem Namen'],
  ['after a member', 'nach einem Wert'],
  ['after a product', 'nach einem Produkt'],
  ['four hexadecimal digits', 'vier hexadezimale Ziffern'],
  ['a digit in the exponent', 'eine Ziffer im Exponenten'],
  ['a product', 'ein Produkt'],
  ['a value', 'ein Wert'],
  ['a digit', 'eine Ziffer'],
  ['one of', 'eines von'],
  [' after ', ' nach '],
  [' or ', ' oder '],
];
const inGerman = (text: string) => words.reduce((said, [word, here]) => said.replaceAll(word, here), text);
const found = (text: string) =>
  text.endsWith('ended')
    ? 'die Datei endet hier'
    : `gefunden wurde ${text
        .replace(/^found /, '')
        .replace('the control character', 'das Steuerzeichen')
        .replace('the character', 'das Zeichen')}`;

const faults: [pattern: RegExp, say: (...found: string[]) => string][] = [
  [
    /^a product is written in JSON, like (.*), but here something else begins: (.*)$/s,
    (like = '', what = '') =>
      `Ein Produkt wird in JSON geschrieben, etwa ${like}. Hier beginnt etwas anderes: ${found(what)}`,
  ],
  [
    /^expected (.*) but (found .*|the (?:text|body) ended)$/s,
    (wanted = '', what = '') => `Erwartet wird ${inGerman(wanted)}, ${found(what)}`,
  ],
  [/^the body has no member "products"; expected (.*)$/s, (wanted = '') => `"products" fehlt; erwartet wird ${wanted}`],
  [/^the body has a second member "products"$/, () => '"products" kommt ein zweites Mal vor'],
  [/^the (?:text|body) ended inside a string$/, () => 'Die Datei endet mitten in einem Text'],
  [/^the (?:text|body) ended inside .*$/, () => 'Die Datei endet mitten in einem Produkt oder Wert'],
  [/^the closing bracket does not fit.*$/, () => 'Die schließende Klammer passt nicht zu der, die offen ist'],
  [
    /^the control character (\S+) inside a string.*$/,
    (name = '') => `Das Steuerzeichen ${name} muss in einem Text als Escape geschrieben werden`,
  ],
  [/^a number must not start with 0.*$/, () => 'Eine Zahl aus mehreren Ziffern darf nicht mit 0 beginnen'],
  [
    /^the body is not UTF-8: byte (\S+) .*$/,
    (byte = '') => `Die Datei ist nicht in UTF-8 geschrieben: Mit Byte ${byte} beginnt hier kein gültiges Zeichen`,
  ],
  [/ is larger than (\d+) bytes$/, (bytes = '') => `Ein Produkt ist größer als ${bytes} Bytes`],
];

/** German for what the service says of a place at which a file cannot be read on. */
export const jsonFault: NonNullable<ProblemPhrase['exact']> = [
  [
    /^Line (\d+), column (\d+) \(byte (\d+)\): (.*)\.$/s,
    (line = '', column = '', byte = '', fault = '') => {
      const [pattern, say] = faults.find(([known]) => known.test(fault)) ?? [/^(.*)$/s, (text = '') => text];
      return `Zeile ${line}, Spalte ${column} (Byte ${byte}): ${say(...(pattern.exec(fault)?.slice(1) ?? []))}.`;
    },
  ],
  [/^The body is not valid (\w+): /, (encoding = '') => `Die Datei ist nicht richtig gepackt (${encoding}).`],
];
