import type { DefinitionCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { germanInputFault } from './de-input.ts';
import { identifierFaults, number, patternFault, products, quoted, typeFaults } from './de-texts.ts';

const typeNeeded = 'Der Typ muss angegeben werden: {"id": Text, "multiValue": true oder false}.';

export const deDefinitions: Pick<ProblemSentences, DefinitionCode> = {
  'not-an-object': () => 'Eine Attributdefinition muss ein Objekt sein.',
  'id-missing': () => 'Die ID fehlt.',
  'name-missing': () => 'Der Name fehlt.',
  'type-missing': ({ field }) => (field === 'type' ? typeNeeded : 'type.id fehlt.'),
  'invalid-type': () => typeNeeded,
  'unknown-type': ({ found, types }) =>
    `type.id muss einer dieser Typen sein: ${types.join(', ')}; angegeben ist ${found}.`,
  'invalid-multi-value': () => 'type.multiValue muss true oder false sein.',
  'invalid-field': {
    text: ({ field }) => `${field} muss ein Text oder null sein.`,
    texts: ({ field }) => `${field} muss eine Liste von Texten oder null sein.`,
    identifier: ({ field, fault }) =>
      fault === 'not-a-text' ? `${field} muss ein Text oder null sein.` : `${field} ${identifierFaults[fault]}.`,
    sequence: ({ field }) => `${field} muss eine ganze Zahl mit höchstens 31 Bit oder null sein.`,
    member: ({ fault }) => `Der Wert ${germanInputFault(fault)}.`,
    purpose: ({ purpose }) => `Der Datenstandard hat keinen Zweck ${quoted(purpose)}.`,
    json: ({ reason }) => `Die Zeile ist kein JSON: ${reason}.`,
    'line-kind': ({ kinds }) => `kind muss einer dieser Werte sein: ${kinds.join(', ')}.`,
    'units-missing': ({ attribute }) =>
      `Für ${quoted(attribute)} müssen die erlaubten Einheiten angegeben werden, wie „kg“ und „g“.`,
    'unit-unknown': ({ attribute, unit }) =>
      `Einheiten von ${quoted(attribute)}: ${quoted(unit)} ist keine bekannte Einheit.`,
    'units-differ': ({ attribute, unit, other }) =>
      `Einheiten von ${quoted(attribute)}: ${quoted(unit)} kann nicht in ${quoted(other)} umgerechnet werden.`,
  },
  'invalid-restriction': {
    'not-an-object': () => 'restriction muss ein Objekt oder null sein.',
    parameters: () => 'parameters muss ein Objekt sein.',
    parameter: () => 'Ein Parameter muss ein Text oder eine Zahl sein.',
    list: ({ field }) => `${field} muss eine Liste sein.`,
    'list-value': () =>
      'Ein Eintrag von listOfValues muss ein Text oder {"value": Text, "label": Text, "labels": Objekt} sein.',
    pattern: () => 'Ein Eintrag von patterns muss ein Text oder {"pattern": Text, "message": Text} sein.',
    'parameter-value': (p) =>
      `${p.parameter} von ${quoted(p.attribute)} muss ${p.expected} sein, nicht ${quoted(p.value)}.`,
    'item-counts': (p) => `minItems ${p.minItems} von ${quoted(p.attribute)} ist größer als maxItems ${p.maxItems}.`,
    count: (p) =>
      `${p.parameter} von ${quoted(p.attribute)} muss eine ganze Zahl von 0 bis 999999999 sein, nicht ${quoted(p.value)}.`,
    range: (p) =>
      `${p.parameter} von ${quoted(p.attribute)} muss zum Typ ${p.type} passen; ${quoted(p.value)} passt nicht.`,
    'range-unit': (p) =>
      `${p.parameter} von ${quoted(p.attribute)} muss aus einer Zahl, einem Leerzeichen und einer der Einheiten (${p.units.join(', ')}) bestehen, nicht ${quoted(p.value)}.`,
    lengths: (p) => `minLength ${p.minLength} von ${quoted(p.attribute)} ist größer als maxLength ${p.maxLength}.`,
    values: (p) =>
      `minValue ${quoted(p.minValue)} von ${quoted(p.attribute)} ist größer als maxValue ${quoted(p.maxValue)}.`,
    'list-value-type': (p) =>
      `Der Wert ${quoted(p.value)} in listOfValues von ${quoted(p.attribute)} ${typeFaults[p.fault]}.`,
  },
  'invalid-labels': {
    'not-an-object': () => 'labels muss ein Objekt wie {"de": "Gewicht", "en": "Weight"} oder null sein.',
    language: ({ language }) => `${quoted(language)} ist kein Sprachkürzel wie de, en oder pt-BR.`,
    duplicate: ({ language }) => `labels enthält die Sprache ${language} zweimal, in verschiedenen Schreibweisen.`,
    label: ({ language, maxCharacters }) =>
      `Die Bezeichnung in ${language} muss ein Text mit 1 bis ${maxCharacters} Zeichen ohne Steuerzeichen sein.`,
    'too-many': ({ max }) => `labels darf höchstens ${max} Sprachen haben.`,
  },
  'invalid-pattern': {
    definition: (p) => `Das Muster ${quoted(p.pattern)} von ${quoted(p.attribute)} ${patternFault(p.fault)}.`,
    'account-field': ({ fault }) => `Das Muster ${patternFault(fault)}.`,
  },
  'restriction-without-effect': {
    composite: ({ attribute }) =>
      `Die Gruppe ${quoted(attribute)} hat keinen eigenen Wert, der eingeschränkt werden könnte.`,
    parameter: (p) =>
      `Der Parameter ${quoted(p.parameter)} von ${quoted(p.attribute)} hat beim Typ ${p.type} keine Wirkung.`,
  },
  'composite-not-multi-value': ({ attribute }) => `Die Gruppe ${quoted(attribute)} braucht multiValue true.`,
  'composite-has-children': ({ attribute, count }) =>
    `${quoted(attribute)} enthält ${count === 1 ? '1 Attribut' : `${number(count)} Attribute`} und muss eine Gruppe bleiben.`,
  'nesting-too-deep': ({ attribute, maxLevels }) =>
    `${quoted(attribute)} liegt in mehr als ${number(maxLevels)} Gruppen.`,
  'identity-too-long': ({ attribute, maxBytes }) =>
    `${quoted(attribute)} und die IDs der übergeordneten Gruppen sind zusammen länger als ${number(maxBytes)} Bytes.`,
  'duplicate-attribute': ({ attribute, firstIndex, index }) =>
    `${quoted(attribute)} kommt in der Anfrage zweimal vor: an den Positionen ${number(firstIndex + 1)} und ${number(index + 1)}.`,
  'composite-cycle': ({ attribute, parent }) =>
    `${quoted(attribute)} würde über ${quoted(parent)} in sich selbst liegen.`,
  'unknown-parent': ({ attribute, parent }) =>
    `Die Gruppe ${quoted(parent)}, in der ${quoted(attribute)} liegen soll, gibt es nicht.`,
  'parent-not-composite': ({ attribute, parent }) =>
    `${quoted(parent)}, in dem ${quoted(attribute)} liegen soll, ist keine Gruppe.`,
  'ambiguous-parent': ({ attribute, parent, paths }) =>
    `Mehrere Gruppen haben die ID ${quoted(parent)}; geben Sie für ${quoted(attribute)} den Pfad an: ${paths.map(quoted).join(', ')}.`,
  'duplicate-sibling-name': ({ composite, name, other }) =>
    `${quoted(composite)} enthält schon ein Attribut mit dem Namen ${quoted(name)}: ${quoted(other)}.`,
  'ambiguous-row-key': ({ composite, key, other, attribute }) =>
    `In einer Zeile von ${quoted(composite)} wäre ${quoted(key)} nicht eindeutig: ${quoted(other)} oder ${quoted(attribute)}.`,
  'values-do-not-fit': {
    definition: ({ attribute, count }) =>
      `Werte von ${quoted(attribute)} passen nicht zu der geänderten Definition, und zwar in ${count === 1 ? '1 Produkt' : `${number(count)} Produkten`}.`,
    request: ({ count }) =>
      `Nichts wurde gespeichert: Werte passen nicht zu der geänderten Definition (${products(count)}). Ändern Sie zuerst diese Werte, oder lassen Sie die Definition unverändert.`,
  },
};
