import { shortText } from '@pimento/contract/text';
import type { IdentifierFault, PatternFault, TypeFault } from '@pimento/contract';

export const quoted = (text: string) => `„${shortText(text)}“`;
export const number = (value: number) => value.toLocaleString('de');
export const products = (count: number) => (count === 1 ? '1 Produkt' : `${number(count)} Produkte`);
/** Joins values as in `a, b oder c`. */
export const either = (values: readonly string[]) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} oder ${values.at(-1)}`;

/** The ends of sentences that start with the label of the id or name. */
export const identifierFaults: Record<IdentifierFault, string> = {
  'not-a-text': 'muss ein Text sein',
  empty: 'darf nicht leer sein',
  'too-long': 'darf höchstens 255 Zeichen haben',
  'half-surrogate': 'darf kein halbes Surrogatpaar enthalten',
  'control-character': 'darf keine Steuerzeichen enthalten',
  'path-step': 'darf nicht „.“ oder „..“ sein, weil keine Adresse das nennen kann',
};

/** The ends of sentences that start with the value. */
export const typeFaults: Record<TypeFault, string> = {
  'not-a-decimal': 'ist keine Dezimalzahl wie 12 oder -0.5',
  'not-an-integer': 'ist keine ganze Zahl',
  'not-a-fraction': 'ist kein Bruch wie 1/3, 2 1/2 oder 0.75',
  'not-a-date': 'ist kein Datum wie 2026-01-31 und kein Zeitpunkt mit Zeitzone wie 2026-01-31T12:00:00Z',
  'not-a-datetime': 'ist kein Zeitpunkt mit Zeitzone wie 2026-01-31T12:00:00Z oder 2026-01-31T12:00+01:00',
  'not-a-boolean': 'ist weder „true“ noch „false“',
  'not-a-quantity': 'ist keine Zahl mit einer erlaubten Einheit',
  'not-a-gtin': 'ist keine GTIN aus 8, 12, 13 oder 14 Ziffern',
  'wrong-check-digit': 'ist keine gültige GTIN: Die Prüfziffer stimmt nicht',
  'not-a-reference': 'kann keine Produkt-ID sein (1 bis 255 Zeichen, keine Steuerzeichen)',
  'empty-asset': 'benennt kein Asset: Erwartet wird die ID eines Assets oder eine Adresse',
};

/** Returns the end of a sentence that starts with the pattern. */
export function patternFault(fault: PatternFault): string {
  switch (fault.kind) {
    case 'too-long':
      return `ist länger als ${number(fault.maxCharacters)} Zeichen`;
    case 'too-large':
      return `ist zu umfangreich (alle Muster eines Attributs dürfen zusammen ${number(fault.maxInstructions)} RE2-Anweisungen haben)`;
    case 'syntax':
      return `ist kein Muster, das RE2 versteht (${fault.reason})`;
  }
}
