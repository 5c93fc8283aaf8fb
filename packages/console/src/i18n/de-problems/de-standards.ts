import type { StandardCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { number, quoted } from './de-texts.ts';

const perhaps = (suggestion: string | null) => (suggestion === null ? '' : ` Meinten Sie ${quoted(suggestion)}?`);

const itemNames: Record<string, string | undefined> = {
  attributes: 'Attribute',
  categories: 'Kategorien',
  'value lists': 'Wertelisten',
  values: 'Werte',
  rules: 'Regeln',
  targets: 'Zielattribute',
  'map entries': 'Zuordnungen von Werten',
  tables: 'Tabellen',
  cells: 'Zellen',
  'characters of formulas': 'Zeichen in Formeln',
  levels: 'Ebenen',
};
const items = (count: number, name: string) => `${number(count)} ${itemNames[name] ?? name}`;

export const deStandards: Pick<ProblemSentences, StandardCode> = {
  'unsupported-format': ({ format, supported }) => `format muss ${quoted(supported)} sein, nicht ${quoted(format)}.`,
  'unknown-target': ({ target }) => `Der Datenstandard hat kein Zielattribut ${quoted(target)}.`,
  'unknown-value-list': ({ list }) => `Der Datenstandard hat keine Werteliste ${quoted(list)}.`,
  'duplicate-value': {
    value: ({ list, value }) => `Die Werteliste ${quoted(list)} enthält den Wert ${quoted(value)} zweimal.`,
    list: ({ list }) => `Die Werteliste ${quoted(list)} gibt es zweimal.`,
  },
  'unknown-unit': ({ unit }) => `Die Einheit ${quoted(unit)} gibt es nicht.`,
  'duplicate-category': ({ category }) => `Die Kategorie ${quoted(category)} gibt es zweimal.`,
  'unknown-category': {
    product: (p) => `Der Datenstandard hat keine Kategorie ${quoted(p.category)}.`,
    standard: ({ category }) => `Der Datenstandard hat keine Kategorie ${quoted(category)}.`,
  },
  'category-cycle': ({ category }) => `Die Kategorie ${quoted(category)} läge unter sich selbst.`,
  'invalid-rule': {
    parts: ({ rule, parts }) => `Die Regel ${quoted(rule)} braucht genau eine dieser Angaben: ${parts.join(', ')}.`,
    duplicate: ({ rule }) => `Die Regel ${quoted(rule)} gibt es zweimal.`,
    'at-least': ({ rule, atLeast, count }) =>
      `Die Regel ${quoted(rule)} verlangt ${number(atLeast)} von ${number(count)} Zielattributen.`,
  },
  'invalid-formula': ({ line, column, reason, replacement }) =>
    `Zeile ${number(line)}, Spalte ${number(column)}: ${reason}${perhaps(replacement)}`,
  'invalid-output': {
    form: (p) => `${quoted(p.attribute)} vom Typ ${p.type} kann nicht als ${p.form} ausgegeben werden.`,
    member: (p) => `${p.member} hat bei ${quoted(p.attribute)} vom Typ ${p.type} keine Bedeutung.`,
    template: (p) => `Die Vorlage von ${quoted(p.attribute)} muss ${p.part} enthalten.`,
    'date-pattern': (p) =>
      `Das Datumsformat ${quoted(p.pattern)} von ${quoted(p.attribute)} muss yyyy, MM, dd, HH, mm oder ss enthalten.`,
  },
  'unknown-member': ({ member, suggestion }) =>
    `${quoted(member)} hat hier keine Bedeutung und wird nur gespeichert.${perhaps(suggestion)}`,
  'many-targets-removed': ({ removed, before }) =>
    `${number(removed)} von ${items(before, 'targets')} der vorigen Version gibt es nicht mehr; Einträge von Mappings für sie haben keine Wirkung.`,
  'future-effective-from': () => 'effectiveFrom darf nicht in der Zukunft liegen: Eine Version gilt sofort.',
  'too-many-items': {
    product: (p) => `${quoted(p.attribute)} hat ${number(p.count)} Werte; erlaubt sind ${number(p.max)}.`,
    standard: (p) => `Der Datenstandard hat ${items(p.count, p.items)}; erlaubt sind ${number(p.max)}.`,
    mapping: (p) => `Das Mapping hat ${items(p.count, p.items)}; erlaubt sind ${number(p.max)}.`,
  },
  'unknown-value-map': ({ map }) => `Das Mapping hat keine Wertezuordnung ${quoted(map)}.`,
  'duplicate-entry': ({ target }) =>
    `Für das Zielattribut ${quoted(target)} gibt es zwei Einträge mit denselben Kategorien.`,
  'composite-needed': ({ target, member }) => `${member} ist nur bei Gruppen möglich; ${quoted(target)} ist keine.`,
  'idle-entry': ({ target, suggestion }) =>
    `Der Datenstandard hat kein Zielattribut ${quoted(target)}; der Eintrag hat keine Wirkung.${perhaps(suggestion)}`,
  'row-width': ({ table, columns, cells }) =>
    `Eine Zeile der Tabelle ${quoted(table)} hat ${number(cells)} Zellen; die Tabelle hat ${number(columns)} Spalten.`,
  'unknown-in-copy': {
    attribute: ({ name, suggestion }) => `Sie haben kein Attribut ${quoted(name)}.${perhaps(suggestion)}`,
    category: ({ name, suggestion }) => `Der Kanal hat keine Kategorie ${quoted(name)}.${perhaps(suggestion)}`,
    value: ({ name, target, suggestion }) =>
      `${quoted(name)} ist auf dem Kanal kein Wert von ${quoted(target)}.${perhaps(suggestion)}`,
  },
  'invalid-standard': ({ count }) =>
    `Der Datenstandard hat ${count === 1 ? 'einen Fehler' : `${number(count)} Fehler`}; nichts wurde gespeichert.`,
  'invalid-mapping': ({ count }) =>
    `Das Mapping hat ${count === 1 ? 'einen Fehler' : `${number(count)} Fehler`}; nichts wurde gespeichert oder veröffentlicht.`,
  'unknown-standard': {
    none: ({ channelId }) => `Der Kanal ${quoted(channelId)} hat keinen Datenstandard.`,
    version: ({ channelId, version }) =>
      `Der Datenstandard von ${quoted(channelId)} hat keine Version ${number(version)}.`,
    list: ({ channelId, list }) => `Der Datenstandard von ${quoted(channelId)} hat keine Werteliste ${quoted(list)}.`,
  },
  'unknown-mapping': {
    none: ({ channelId }) => `Für den Kanal ${quoted(channelId)} gibt es kein Mapping.`,
    version: ({ channelId, version }) => `Das Mapping für ${quoted(channelId)} hat keine Version ${number(version)}.`,
    map: ({ map }) => `Das Mapping hat keine Wertezuordnung ${quoted(map)}.`,
    table: ({ table }) => `Das Mapping hat keine Tabelle ${quoted(table)}.`,
    import: ({ name }) => `Das Mapping ${quoted(name)} gibt es nicht.`,
    'import-version': ({ name, version }) =>
      `Das Mapping ${quoted(name)} hat keine Version ${number(version)}, oder sie ist nicht mehr gespeichert.`,
  },
  'mapping-not-published': ({ channelId }) => `Für den Kanal ${quoted(channelId)} ist kein Mapping veröffentlicht.`,
};
