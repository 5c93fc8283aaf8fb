import type { InputCode, InputFault, PlainRule, QueryFault } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { either, number, quoted } from './de-texts.ts';

const types: Record<string, string | undefined> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  boolean: 'true oder false',
  array: 'eine Liste',
  object: 'ein Objekt',
  record: 'ein Objekt',
};
const typeName = (type: string) => types[type] ?? type;

const units: Record<string, string | undefined> = { string: 'Zeichen', array: 'Einträge', file: 'Bytes' };

const rules: Record<PlainRule, string> = {
  'true-or-false': 'muss true oder false sein',
  time: 'muss ein Zeitpunkt wie 2026-01-31T12:00:00Z sein',
  'time-of-day': 'muss eine Uhrzeit wie 06:30 sein',
  'time-zone': 'muss eine IANA-Zeitzone wie Europe/Berlin sein',
  storable: 'darf weder das Zeichen U+0000 noch ein halbes Surrogatpaar enthalten',
  'no-null-character': 'darf das Zeichen U+0000 nicht enthalten',
  'not-empty': 'darf nicht leer sein',
  'not-blank': 'muss ein sichtbares Zeichen enthalten',
  'one-line': 'muss eine Zeile ohne Steuerzeichen sein',
  'header-text': 'darf nur sichtbare ASCII-Zeichen enthalten, weil es in einem Header gesendet wird',
  once: 'muss genau einmal angegeben sein',
  'media-type': 'muss ein Medientyp wie image/png sein',
  'thumbnail-size': 'muss small, medium, large oder eine Anzahl von Pixeln sein',
  slug: 'muss aus 1 bis 63 Buchstaben, Ziffern, „.“, „_“ oder „-“ bestehen und mit einem Buchstaben beginnen',
  'lower-case-slug':
    'muss aus 1 bis 63 Kleinbuchstaben, Ziffern, „.“, „_“ oder „-“ bestehen und mit einem Buchstaben oder einer Ziffer beginnen',
  'not-channels': 'darf nicht „channels“ sein, weil das Teil einer Adresse ist',
  'not-part-of-address': 'darf nicht „attributes“ oder „changes“ sein, weil das Teile von Adressen sind',
  'http-url': 'muss eine http- oder https-Adresse sein',
  email: 'muss eine E-Mail-Adresse sein',
  domain: 'muss eine Domain wie example.com sein',
  'no-repetition': 'darf nichts zweimal nennen',
  'own-path': 'muss ein Pfad dieses Dienstes sein, der mit „/“ beginnt',
  'submission-id': 'muss die ID einer Einreichung sein',
  'address-range': 'muss eine IP-Adresse oder ein Bereich wie 192.0.2.0/24 sein',
  'channel-state':
    'muss die ID eines Kanals, „:“ und Progress, Ready, Submitted, Accepted, Returned, Rejected oder Withdrawn sein',
  outcome: 'muss die ID eines Kanals, „:“ und ready, incomplete, invalid, unmapped oder checking sein',
  'one-scope': 'muss mindestens eine Berechtigung enthalten',
  'ids-or-filter': 'muss Produkte entweder mit productIds oder mit filter auswählen',
  'ids-or-choice': 'muss eine Liste von Produkt-IDs sein oder ein Objekt mit entweder productIds oder filter',
  'expected-with-filter': 'darf expected nur zusammen mit filter enthalten',
  'no-empty-list': 'darf keine leere Liste enthalten; lassen Sie eine Bedingung weg, wenn es keine gibt',
  'all-said':
    'muss Produkte mit einer Bedingung, mit expected oder mit „"all": true“ neben einem leeren Filter auswählen',
  'all-without-condition': 'darf neben „"all": true“ keine Bedingung enthalten',
  'except-without-ids': 'darf except nicht zusammen mit productIds enthalten',
  'no-path-step': 'darf nicht „.“ oder „..“ sein, weil das kein Teil einer Adresse sein kann',
  'folder-path': 'muss ein Pfad wie acme/preise sein, ohne leere Teile, „.“ und „..“',
  'feed-alone':
    'darf nicht zusammen mit einem Mapping oder Antworten angegeben werden, denn die Spalten eines Feeds sind bekannt',
  'as-of-with-filter': 'darf asOf nur zusammen mit filter enthalten',
};

function limitFault({ rule, of, limit, inclusive }: Extract<InputFault, { inclusive: boolean }>): string {
  const unit = units[of];
  const bounds = { 'too-big': 'höchstens', 'too-small': 'mindestens', exactly: 'genau' };
  const strict = { 'too-big': 'weniger als', 'too-small': 'mehr als', exactly: 'genau' };
  const amount = `${(inclusive ? bounds : strict)[rule]} ${limit}`;
  if (unit !== undefined) return `muss ${amount} ${unit} haben`;
  return `muss ${amount} sein${of === 'number' || of === 'int' ? '' : ` (${of})`}`;
}

/** Returns the end of a sentence that starts with the name of a parameter or property. */
export function germanInputFault(fault: InputFault): string {
  switch (fault.rule) {
    case 'one-of':
    case 'one-of-few':
      return `muss ${either(fault.values)} sein`;
    case 'whole-number':
      return `muss eine ganze Zahl von ${fault.min} bis ${fault.max} sein`;
    case 'max-items':
      return `darf höchstens ${number(fault.limit)} Einträge haben`;
    case 'min-characters':
      return `muss mindestens ${number(fault.limit)} Zeichen haben`;
    case 'max-characters':
      return `darf höchstens ${number(fault.limit)} Zeichen haben`;
    case 'type':
      return fault.found === 'undefined'
        ? 'fehlt'
        : `muss ${typeName(fault.expected)} sein, nicht ${typeName(fault.found)}`;
    case 'value':
      return `muss ${either(fault.values)} sein`;
    case 'too-small':
    case 'too-big':
    case 'exactly':
      return limitFault(fault);
    case 'format':
      return fault.pattern === null
        ? `hat nicht das Format ${fault.format}`
        : `passt nicht zum Muster ${fault.pattern}`;
    case 'multiple':
      return `muss ein Vielfaches von ${fault.divisor} sein`;
    case 'unknown-members':
      return `enthält unbekannte Felder: ${fault.members.map(quoted).join(', ')}`;
    case 'other':
      return 'ist nicht gültig';
    default:
      return rules[fault.rule];
  }
}

function queryFault(fault: QueryFault): string {
  switch (fault.kind) {
    case 'ambiguous':
      return `meint mit ${quoted(fault.name)} mehrere Attribute; verwenden Sie die ID`;
    case 'unknown':
      return `nennt das unbekannte Attribut ${quoted(fault.name)}`;
    case 'unknown-target':
      return `nennt das unbekannte Zielattribut ${quoted(fault.name)}${fault.suggestion === null ? '' : `; vielleicht ist ${quoted(fault.suggestion)} gemeint`}`;
    case 'not-composite':
      return `sucht ${quoted(fault.name)} in ${quoted(fault.parent)}, das keine Gruppe ist`;
    case 'no-child':
      return `nennt ${quoted(fault.name)}, das es in der Gruppe ${quoted(fault.parent)} nicht gibt`;
    case 'no-row':
      return `nennt die Zeile ${quoted(fault.name)}, die es in ${quoted(fault.parent)} nicht gibt; Zeilen zählen ab 0`;
    case 'inside-text':
      return `sucht innerhalb von ${fault.name}, das nur einen Text enthält`;
    case 'packaging-part':
      return 'nennt einen anderen Teil von PACKAGING als __ID und QUANTITY';
    case 'packaging-compared':
      return 'vergleicht PACKAGING selbst; nennen Sie PACKAGING/__ID oder PACKAGING/QUANTITY';
    case 'composite-compared':
      return `vergleicht die Gruppe ${quoted(fault.name)} selbst; nennen Sie eines seiner Attribute`;
    case 'operator':
      return `muss ein Attribut mit einem Operator wie „=“, „~“, „>=“, „!“ oder „*“ dahinter sein; ${quoted(fault.condition)} ist das nicht`;
    case 'no-text':
      return `muss nach dem Operator einen Text enthalten, was bei ${quoted(fault.condition)} fehlt; schreiben Sie „!“ für leer und „*“ für nicht leer`;
    case 'not-editable':
      return `nennt ${fault.name}, das sich nicht gesammelt ändern lässt`;
    case 'whole-composite':
      return `setzt oder kopiert die Gruppe ${quoted(fault.name)} selbst; nennen Sie eines ihrer Attribute`;
    case 'not-a-list':
      return `fügt ${quoted(fault.name)} Werte hinzu oder entfernt sie, das Attribut hat aber nur einen Wert; verwenden Sie „set“ oder „clear“`;
    case 'one-value':
      return `setzt mehrere Werte von ${quoted(fault.name)}, das nur einen Wert hat`;
    case 'copied-row':
      return `kopiert aus ${quoted(fault.name)}, das in einer Gruppe liegt`;
    case 'not-sortable':
      return `nennt ${quoted(fault.name)}, das mehrere Werte hat; sortieren lässt sich nur nach Attributen mit einem Wert`;
    case 'not-comparable':
      return `vergleicht ${quoted(fault.name)} mit „<“ oder „>“, was Zahlen oder Datumswerte braucht`;
    case 'only-equals':
      return `vergleicht ${quoted(fault.name)} anders als mit „=“ oder „|=“`;
    case 'bad-bound':
      return `vergleicht ${quoted(fault.name)} mit ${quoted(fault.bound)}, was nicht zum Typ passt`;
    case 'bad-quantity':
      return `vergleicht ${quoted(fault.name)} mit ${quoted(fault.bound)}; nötig sind eine Zahl, ein Leerzeichen und eine Einheit, die sich in ${fault.units.join(', ')} umrechnen lässt`;
  }
}

/** German sentences about problems with parameters and properties of requests. */
export const deInput: Pick<ProblemSentences, InputCode> = {
  'invalid-parameter': {
    values: ({ place, faults }) =>
      `${place === 'path' ? 'Adresse' : 'Abfrageparameter'}: ${faults.map(({ parameter, fault }) => `${parameter} ${germanInputFault(fault)}`).join('; ')}.`,
    query: ({ parameter, faults }) =>
      `Parameter: ${faults.map((fault) => `${parameter} ${queryFault(fault)}`).join('; ')}.`,
    changes: ({ faults }) => faults.map((fault) => `Eine Änderung ${queryFault(fault)}.`).join(' '),
    spelling: ({ parameter, meant }) =>
      `Den Abfrageparameter ${quoted(parameter)} gibt es nicht; richtig ist ${quoted(meant)}.`,
    unknown: ({ parameter, known }) =>
      `Den Abfrageparameter ${quoted(parameter)} gibt es nicht; ${known.length === 0 ? 'hier gibt es keine' : `möglich sind ${known.join(', ')}`}.`,
    next: ({ parameter }) => `Der Abfrageparameter ${parameter} muss der Wert \`next\` der vorigen Seite sein.`,
    'next-or-time': ({ parameter }) =>
      `Der Abfrageparameter ${parameter} muss der Wert \`next\` der vorigen Antwort oder ein Zeitpunkt wie 2026-01-31T12:00:00Z sein.`,
    'idempotency-key': () => 'Idempotency-Key muss 1 bis 255 Zeichen haben.',
  },
  'invalid-body': {
    member: ({ fault }) => `Diese Angabe ${germanInputFault(fault)}.`,
    members: ({ faults }) =>
      `Angaben sind nicht gültig: ${faults.map(({ path, fault }) => `${path || 'die Anfrage'} ${germanInputFault(fault)}`).join('; ')}.`,
    'account-fields': ({ problems }, say) =>
      `Die Felder des Kontos können so nicht verwendet werden: ${problems.map(say).join(' ')}`,
    'several-accounts': () => 'Auf diesem Kanal sind mehrere Konten verbunden: Wählen Sie eines mit accountId.',
    'expiry-past': () => 'Der Schlüssel wäre schon abgelaufen.',
    scopes: () => 'Nur der Schlüssel eines Mandanten hat Berechtigungen.',
    'client-key': () => 'Der Schlüssel eines Mandanten braucht clientId; andere Schlüssel haben keine.',
    'adapter-key': () => 'Der Schlüssel eines Adapters braucht adapterId; andere Schlüssel haben keine.',
    confirmation: ({ clientId }) =>
      `Es wurde nichts gelöscht: Wiederholen Sie die Kennung ${quoted(clientId)} zur Bestätigung.`,
    boundary: () => 'Im Content-Type fehlt die Trennmarke zwischen den Teilen des Formulars (boundary).',
    'several-files': () => 'Das Formular enthält mehr als eine Datei; senden Sie nur eine.',
    'empty-file': () => 'Die Datei ist leer. Das Asset behält seinen Inhalt.',
    'no-file': () => 'Das Formular enthält keine Datei; senden Sie sie in einem Teil namens „file“.',
    fields: ({ max }) => `Ein Formular darf höchstens ${max} Felder haben.`,
    form: ({ reason }) => `Das Formular ist nicht vollständig (${reason}).`,
    'too-deep': ({ maxLevels }) => `Listen und Objekte dürfen höchstens ${maxLevels} Ebenen tief verschachtelt sein.`,
    unstorable: () => 'Ein Text der Anfrage enthält U+0000 oder ein halbes Surrogatpaar.',
    other: ({ reason }) => `Die Anfrage ist nicht gültig: ${reason}`,
  },
};
