import type { EvaluationOnlyCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { quoted } from '../text/short-text.ts';

const number = (value: number) => value.toLocaleString('en');

/** Returns the position in the formula as the end of a sentence, or an empty string if there is no position. */
const where = ({ line, column }: { line?: number | undefined; column?: number | undefined }) =>
  line === undefined || column === undefined ? '' : ` (line ${line}, column ${column})`;

const by = (channel: string | undefined) => (channel === undefined ? '' : ` by ${channel}`);

const size = ({ width, height }: { width: number; height: number }) => `${number(width)} × ${number(height)} pixels`;

type FormulaCode = Extract<
  EvaluationOnlyCode,
  | 'not-a-whole-number'
  | 'unknown-currency'
  | 'unknown-option'
  | 'unknown-time-zone'
  | 'wrong-type'
  | 'no-such-item'
  | 'not-in-table'
  | 'division-by-zero'
  | 'too-much-work'
  | 'broken-formula'
>;

const englishFormulas: Pick<ProblemSentences, FormulaCode> = {
  'not-a-whole-number': (p) => `${quoted(p.attribute)}: the formula needs a whole number${where(p)}.`,
  'unknown-currency': (p) => `${quoted(p.attribute)}: the currency is unknown${where(p)}.`,
  'unknown-option': (p) => `${quoted(p.attribute)}: the formula has an unknown option${where(p)}.`,
  'unknown-time-zone': (p) => `${quoted(p.attribute)}: the time zone is unknown${where(p)}.`,
  'wrong-type': (p) => `${quoted(p.attribute)}: expected ${p.expected}, found ${p.actual}${where(p)}.`,
  'no-such-item': (p) =>
    `${quoted(p.attribute)}: the formula reads item ${p.n}; the number of items is ${p.count}${where(p)}.`,
  'not-in-table': (p) => `${quoted(p.attribute)}: the lookup table has no row for ${quoted(p.value)}${where(p)}.`,
  'division-by-zero': (p) => `${quoted(p.attribute)}: the formula divides by zero${where(p)}.`,
  'too-much-work': (p) => `${quoted(p.attribute)}: the formula exceeds its limit of ${p.limit}${where(p)}.`,
  'broken-formula': (p) =>
    `${quoted(p.attribute)}: the formula is not valid${where(p)}: ${p.reason ?? `${p.fault}${p.name === null ? '' : ` ${quoted(p.name)}`}.`}`,
};

/** Sentences about products on channels. */
export const englishEvaluations: Pick<ProblemSentences, EvaluationOnlyCode> = {
  ...englishFormulas,
  'image-too-small': (p) => `${quoted(p.attribute)} (${p.asset}) has ${size(p)}; at least ${p.limit} are required.`,
  'image-too-large': (p) => `${quoted(p.attribute)} (${p.asset}) has ${size(p)}; at most ${p.limit} are allowed.`,
  'image-wrong-aspect': (p) =>
    `${quoted(p.attribute)} (${p.asset}) has ${size(p)}; the aspect ratio must be ${p.limit}.`,
  'image-not-measured': (p) => `${quoted(p.attribute)}: the size of the image ${quoted(p.asset)} cannot be measured.`,
  'image-type': (p) =>
    `${quoted(p.attribute)} (${p.asset}) has the content type ${p.type}; allowed: ${p.allowed.join(', ')}.`,
  'file-too-large': (p) =>
    `${quoted(p.attribute)} (${p.asset}) has ${number(p.bytes)} bytes; ${number(p.maxBytes)} are allowed.`,
  'file-name': (p) =>
    `${quoted(p.attribute)} (${p.asset}): the file name ${quoted(p.name)} does not match ${p.pattern}.`,
  'asset-not-ready': (p) => `${quoted(p.attribute)} is waiting for its file ${quoted(p.asset)}${where(p)}.`,
  'asset-failed': (p) => `${quoted(p.attribute)}: the file ${quoted(p.asset)} could not be downloaded.`,
  'no-public-address': (p) =>
    `${quoted(p.attribute)}: the file ${quoted(p.asset)} was uploaded, so it has no public address${where(p)}.`,
  'required-missing': (p) => `${quoted(p.attribute)} is required${by(p.channel)} and has no value.`,
  'required-unmapped': (p) => `${quoted(p.attribute)} is required${by(p.channel)} and is not mapped.`,
  'required-in-category': (p) => `${quoted(p.attribute)} is required in ${p.category}.`,
  'one-of-missing': (p) => `At least ${p.atLeast} of ${p.attributes.map(quoted).join(', ')} must have a value.`,
  'recommended-missing': (p) => `${quoted(p.attribute)} is recommended and has no value.`,
  'must-be-empty': (p) => `${quoted(p.attribute)} must be empty here.`,
  'too-many-bytes': (p) =>
    `${quoted(p.attribute)}: ${quoted(p.value)} has ${number(p.bytes)} bytes in UTF-8; ${number(p.maxBytes)} are allowed.`,
  'not-a-url': (p) => `${quoted(p.attribute)}: ${quoted(p.value)} is not an address that begins with http or https.`,
  'not-money': (p) => `${quoted(p.attribute)}: ${quoted(p.value)} is not an amount with a currency.`,
  'unit-unknown': (p) =>
    `${quoted(p.attribute)}: the value ${quoted(p.value)} has no known unit${where(p)}. Give the attribute one unit in its definition, or name the unit in the formula.`,
  'unit-not-allowed': (p) =>
    `${quoted(p.attribute)}: the unit ${p.unit} is not allowed; allowed: ${p.allowed.join(', ')}.`,
  'units-differ': (p) => `${quoted(p.attribute)}: ${p.from} cannot be converted to ${p.to}${where(p)}.`,
  'too-few-items': (p) =>
    `${quoted(p.attribute)} has ${number(p.count)} values; at least ${number(p.min)} are required.`,
  'rows-not-unique': (p) => `${quoted(p.attribute)}: row ${p.row} has the same values as row ${p.firstRow}.`,
  'no-category': (p) =>
    p.value === null
      ? 'No category rule matches the product.'
      : `No category rule matches the product: ${quoted(p.value)} is not in the map.`,
  'category-not-leaf': (p) => `Products cannot be assigned to the category ${quoted(p.category)}; choose one below it.`,
  'rule-broken': (p) =>
    p.explanation === null
      ? `The product breaks the rule ${quoted(p.rule)}.`
      : `${p.explanation} (rule ${quoted(p.rule)})`,
  'override-outdated': (p) => `${quoted(p.attribute)} was set manually, and the product has changed since.`,
};
