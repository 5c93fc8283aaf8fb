import type { EvaluationOnlyCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { deFormulas, where } from './de-formulas.ts';
import { number, quoted } from './de-texts.ts';

/** Checks for `channel` with `in`, because reading a missing parameter throws. */
const at = (p: { channel?: string | undefined }) => ('channel' in p ? `bei ${p.channel} ` : '');

const size = ({ width, height }: { width: number; height: number }) => `${number(width)} × ${number(height)} Pixel`;

export const deEvaluations: Pick<ProblemSentences, EvaluationOnlyCode> = {
  ...deFormulas,
  'image-too-small': (p) => `${quoted(p.attribute)} (${p.asset}) hat ${size(p)}; mindestens ${p.limit} sind nötig.`,
  'image-too-large': (p) => `${quoted(p.attribute)} (${p.asset}) hat ${size(p)}; höchstens ${p.limit} sind erlaubt.`,
  'image-wrong-aspect': (p) =>
    `${quoted(p.attribute)} (${p.asset}) hat ${size(p)}; das Seitenverhältnis muss ${p.limit} sein.`,
  'image-not-measured': (p) => `${quoted(p.attribute)}: Die Größe des Bildes ${quoted(p.asset)} ist nicht messbar.`,
  'image-type': (p) =>
    `${quoted(p.attribute)} (${p.asset}) hat den Inhaltstyp ${p.type}; erlaubt: ${p.allowed.join(', ')}.`,
  'file-too-large': (p) =>
    `${quoted(p.attribute)} (${p.asset}) hat ${number(p.bytes)} Bytes; erlaubt sind ${number(p.maxBytes)}.`,
  'file-name': (p) =>
    `${quoted(p.attribute)} (${p.asset}): Der Dateiname ${quoted(p.name)} passt nicht zum Muster ${p.pattern}.`,
  'asset-not-ready': (p) => `${quoted(p.attribute)} wartet auf die Datei ${quoted(p.asset)}${where(p)}.`,
  'asset-failed': (p) => `${quoted(p.attribute)}: Die Datei ${quoted(p.asset)} konnte nicht geladen werden.`,
  'no-public-address': (p) =>
    `${quoted(p.attribute)}: Die Datei ${quoted(p.asset)} wurde hochgeladen und hat keine öffentliche Adresse${where(p)}.`,
  'required-missing': (p) => `${quoted(p.attribute)} ist ${at(p)}erforderlich und hat keinen Wert.`,
  'required-unmapped': (p) => `${quoted(p.attribute)} ist ${at(p)}erforderlich und nicht zugeordnet.`,
  'required-in-category': (p) => `${quoted(p.attribute)} ist in ${p.category} erforderlich.`,
  'one-of-missing': (p) => `Mindestens ${p.atLeast} von ${p.attributes.map(quoted).join(', ')} muss einen Wert haben.`,
  'recommended-missing': (p) => `${quoted(p.attribute)} wird empfohlen und hat keinen Wert.`,
  'must-be-empty': (p) => `${quoted(p.attribute)} muss hier leer sein.`,
  'too-many-bytes': (p) =>
    `${quoted(p.attribute)}: ${quoted(p.value)} hat ${number(p.bytes)} Bytes in UTF-8; erlaubt sind ${number(p.maxBytes)}.`,
  'not-a-url': (p) => `${quoted(p.attribute)}: ${quoted(p.value)} ist keine Adresse mit http oder https.`,
  'not-money': (p) => `${quoted(p.attribute)}: ${quoted(p.value)} ist kein Betrag mit Währung.`,
  'unit-unknown': (p) =>
    `${quoted(p.attribute)}: Der Wert ${quoted(p.value)} hat keine bekannte Einheit${where(p)}. Geben Sie dem Attribut genau eine Einheit oder nennen Sie die Einheit in der Formel.`,
  'unit-not-allowed': (p) =>
    `${quoted(p.attribute)}: Die Einheit ${p.unit} ist nicht erlaubt; erlaubt: ${p.allowed.join(', ')}.`,
  'units-differ': (p) => `${quoted(p.attribute)}: ${p.from} kann nicht in ${p.to} umgerechnet werden${where(p)}.`,
  'too-few-items': (p) =>
    `${quoted(p.attribute)} hat ${number(p.count)} Werte; mindestens ${number(p.min)} sind nötig.`,
  'rows-not-unique': (p) => `${quoted(p.attribute)}: Zeile ${p.row} hat dieselben Werte wie Zeile ${p.firstRow}.`,
  'no-category': (p) =>
    p.value === null
      ? 'Keine Kategorieregel passt auf das Produkt.'
      : `Keine Kategorieregel passt auf das Produkt: ${quoted(p.value)} fehlt in der Wertezuordnung.`,
  'category-not-leaf': (p) =>
    `Der Kategorie ${quoted(p.category)} können keine Produkte zugeordnet werden. Wählen Sie eine Unterkategorie.`,
  'rule-broken': (p) =>
    p.explanation === null
      ? `Das Produkt verletzt die Regel ${quoted(p.rule)}.`
      : `${p.explanation} (Regel ${quoted(p.rule)})`,
  'override-outdated': (p) => `${quoted(p.attribute)} wurde manuell gesetzt; das Produkt wurde seitdem geändert.`,
};
