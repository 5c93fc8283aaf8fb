import { visibleText } from '../text/visible-text.ts';
import type { IdentifierFault, ProblemParams, ProductCode, TypeFault, ValueCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { json, quoted } from '../text/short-text.ts';

const number = (value: number) => value.toLocaleString('en');
const characters = (length: number) => (length === 1 ? '1 character' : `${number(length)} characters`);

export const identifierFaults: Record<IdentifierFault, string> = {
  'not-a-text': 'must be a string',
  empty: 'must not be empty',
  'too-long': 'must have at most 255 characters',
  'half-surrogate': 'must not contain half of a surrogate pair',
  'control-character': 'must not contain control characters',
  'path-step': 'must not be "." or "..", which cannot be part of an address',
};

/** The ends of sentences that start with the value. */
export const typeFaults: Record<TypeFault, string> = {
  'not-a-decimal': 'is not a decimal number such as 12 or -0.5',
  'not-an-integer': 'is not a whole number',
  'not-a-fraction': 'is not a fraction such as 1/3, 2 1/2 or 0.75',
  'not-a-date': 'is not a calendar date such as 2026-01-31, nor a date-time with offset such as 2026-01-31T12:00:00Z',
  'not-a-datetime': 'is not a date-time with offset such as 2026-01-31T12:00:00Z or 2026-01-31T12:00+01:00',
  'not-a-boolean': 'is neither true nor false',
  'not-a-quantity': 'is not a number with an allowed unit',
  'not-a-gtin': 'is not a GTIN of 8, 12, 13 or 14 digits',
  'wrong-check-digit': 'is not a GTIN: its check digit is wrong',
  'not-a-reference': 'cannot be a product id (1 to 255 characters, no control characters)',
  'empty-asset': 'names no asset: an asset id or an address is expected',
};

const joined = (...sentences: (string | null)[]) => sentences.filter((sentence) => sentence !== null).join(' ');

const ofValue = ({ attribute, value }: { attribute: string; value: string }, breach: string) =>
  `Attribute ${quoted(attribute)}: the value ${quoted(value)} ${breach}`;
const ofType = (fault: TypeFault) => (params: { attribute: string; value: string }) =>
  ofValue(params, typeFaults[fault]);

const maxUnits = 10;
const quantityFaults = {
  number: 'has no number with a decimal point before its unit',
  space: 'does not have exactly one space between number and unit',
  'unit-missing': 'has no unit',
  'unit-unknown': 'has a unit that is not allowed',
};

function quantityBreach({ fault, units = [] }: ProblemParams['not-a-quantity']): string {
  const [first] = units;
  const breach = fault === undefined ? typeFaults['not-a-quantity'] : quantityFaults[fault];
  if (first === undefined) return breach;
  const allowed = `${units.slice(0, maxUnits).join(', ')}${units.length > maxUnits ? ', …' : ''}`;
  return `${breach}. Allowed units: ${allowed}; example: 1.5 ${first}`;
}

export const englishValues: Pick<ProblemSentences, ValueCode> = {
  'not-a-decimal': ofType('not-a-decimal'),
  'not-an-integer': ofType('not-an-integer'),
  'not-a-fraction': ofType('not-a-fraction'),
  'not-a-date': ofType('not-a-date'),
  'not-a-datetime': ofType('not-a-datetime'),
  'not-a-boolean': ofType('not-a-boolean'),
  'not-a-quantity': (p) => ofValue(p, quantityBreach(p)),
  'not-a-gtin': ofType('not-a-gtin'),
  'wrong-check-digit': ofType('wrong-check-digit'),
  'not-a-reference': ofType('not-a-reference'),
  'empty-asset': ofType('empty-asset'),
  'too-short': (p) =>
    p.length === undefined
      ? ofValue(p, `has fewer characters than minLength ${p.minLength} requires`)
      : `${quoted(p.attribute)} has ${characters(p.length)}; at least ${number(p.minLength)} are required.`,
  'too-long': (p) =>
    p.length === undefined
      ? ofValue(p, `has more characters than maxLength ${p.maxLength} allows`)
      : `${quoted(p.attribute)} has ${characters(p.length)}; ${number(p.maxLength)} are allowed. "| truncate(${p.maxLength})" shortens it.`,
  'below-minimum': (p) => ofValue(p, `is below minValue ${p.minValue}`),
  'above-maximum': (p) => ofValue(p, `is above maxValue ${p.maxValue}`),
  'too-many-decimals': (p) => ofValue(p, `has more digits after the point than ${p.limit} ${p.max} allows`),
  'not-in-list': (p) => {
    const { channel, allowed } = p;
    if (channel === undefined && allowed === undefined)
      return ofValue(p, 'is not in the list of allowed values (listOfValues)');
    const at = channel === undefined ? '' : ` on ${channel}`;
    const count = allowed === undefined ? '' : ` (${number(allowed)} allowed)`;
    return `${quoted(p.value)} is not a value of ${quoted(p.attribute)}${at}${count}. Map it.`;
  },
  'pattern-mismatch': (p) =>
    ofValue(p, `does not match the pattern ${p.pattern}${p.explanation === null ? '' : `: ${p.explanation}`}`),
  'expected-rows': (p) => `Attribute ${quoted(p.attribute)}: a value cannot become the rows of a composite`,
  'several-values': (p) => `Attribute ${quoted(p.attribute)}: ${p.count} values do not fit where multiValue is false`,
};

export const englishProducts: Pick<ProblemSentences, ProductCode> = {
  'invalid-product': () => 'A product must be an object.',
  'missing-id': () => 'The product has no __ID.',
  'invalid-id': {
    product: ({ fault }) =>
      fault === 'not-a-text' ? '__ID must be a string of 1 to 255 characters.' : `__ID ${identifierFaults[fault]}.`,
    asset: ({ fault }) => `The id of an asset ${identifierFaults[fault]}.`,
    definition: ({ fault }) => `id ${identifierFaults[fault]}`,
  },
  'invalid-name': {
    product: ({ fault }) => `An attribute name ${identifierFaults[fault]}.`,
    definition: ({ fault }) => `name ${identifierFaults[fault]}`,
  },
  'invalid-character': {
    null: () => 'The text contains U+0000, which cannot be stored.',
    'half-surrogate': () => 'The text contains half of a surrogate pair.',
    definition: ({ field }) => `${field} contains U+0000 or half of a surrogate pair`,
  },
  'expected-scalar': {
    attribute: ({ attribute, found }) =>
      `${quoted(attribute)} takes a single value here, not ${found === 'null' ? found : `an ${found}`}.${found === 'array' ? ' Send one value, or define the attribute with "multiValue": true.' : ''}`,
    field: ({ field }) => `${field} takes a single value.`,
    'rows-into-value': ({ attribute }) => `Attribute ${quoted(attribute)}: rows of a composite cannot become a value`,
  },
  'expected-array': {
    attribute: ({ attribute }) => `${quoted(attribute)} takes several values: send an array, even for one.`,
    composite: ({ composite }) => `Composite ${quoted(composite)} takes an array of row objects.`,
    packaging: () => 'PACKAGING takes an array of links.',
  },
  'expected-row': ({ composite }) => `Each row of composite ${quoted(composite)} must be an object.`,
  'unknown-child': ({ composite, child }) =>
    `Composite ${quoted(composite)} has no child ${quoted(child)}; define it first.`,
  'composite-not-defined': ({ attribute }) =>
    `${quoted(attribute)} is not defined, and its value has rows: define the composite first.`,
  'ambiguous-name': ({ name }) =>
    `Several attributes are called ${quoted(name)}; send the id of the one that you mean.`,
  'reserved-name': {
    field: ({ field }) => `Names that begin with "__" are reserved; there is no field ${quoted(field)}.`,
    definition: ({ name }) => `${quoted(name)} is reserved`,
  },
  'duplicate-field': {
    id: () => 'The product has two ids.',
    expected: () => 'The product has __EXPECTED twice.',
    name: () => 'The same name occurs twice in one object.',
    spelling: ({ field }) => `${field} occurs twice in the product, in different spellings.`,
    attribute: ({ key, attribute }) =>
      `${quoted(key)} names the attribute ${quoted(attribute)}, which the product already has.`,
    child: ({ key, child }) => `${quoted(key)} names the child ${quoted(child)}, which the row already has.`,
    'account-field': ({ field }) => `There are two fields ${field}.`,
  },
  'text-too-long': ({ field, maxBytes }) => `${field} takes at most ${number(maxBytes)} bytes.`,
  'too-deep': ({ maxLevels }) => `The product is nested deeper than any composite can be (${maxLevels} levels).`,
  'quantity-without-packaging': () => 'QUANTITY is the default of the links in PACKAGING, but there is no PACKAGING.',
  'invalid-quantity': ({ value }) => `QUANTITY must be a positive decimal, not ${value}.`,
  'invalid-packaging': {
    'id-missing': () => 'A packaging link needs the id of the product that it contains.',
    id: ({ fault }) => `The id of a packaging link ${identifierFaults[fault]}.`,
  },
  'packaging-cycle': {
    itself: ({ productId }) => `${quoted(productId)} cannot contain itself.`,
    cycle: ({ productIds }) => `The links would form a cycle: ${productIds.map(quoted).join(' → ')}.`,
  },
  'not-on-channel': ({ productId }) => `${json(productId)} was never submitted to this channel.`,
  'not-ready': ({ problem, explanation, more }, say) =>
    joined(explanation, say(problem), more === 0 ? null : `(${number(more)} more)`),
  checking: () => 'It changed while it was being checked. Submit it again.',
  held: () => 'It is held on this channel. Release it first.',
  unchanged: () => 'The channel already has it exactly as it would be submitted.',
  'unresolved-packaging': ({ missing }) => `Its PACKAGING names ${json(missing)}, which does not exist (yet).`,
  'not-defined': ({ attribute }) => `${quoted(attribute)} is no longer defined. Define it again first.`,
  'invalid-expectation': {
    'not-an-object': () => '__EXPECTED must be an object of fields, or null.',
    'other-id': () => '__EXPECTED contains the id of another product.',
    nested: () => '__EXPECTED cannot contain another __EXPECTED.',
  },
  'changed-meanwhile': {
    value: ({ attribute }) => `${json(attribute)} no longer has the expected value: someone else has changed it.`,
    'product-gone': ({ productId }) => `The product ${json(productId)} no longer exists.`,
    'product-exists': ({ productId }) => `The product ${json(productId)} already exists.`,
    impossible: ({ problem }, say) =>
      `The stored value is not the expected one, which could not be stored at all: ${say(problem)}`,
    product: ({ productId }) => `${json(productId)} was changed or deleted by someone else in the meantime.`,
    definitions: () => 'Nothing was stored: the expected definitions have been changed in the meantime.',
    rules: () => 'Nothing was changed: the rules are no longer as expected.',
    channel: () => 'Nothing was changed: the channel is no longer as expected.',
    connection: () => 'Nothing was changed: the settings of the connection are no longer as expected.',
    standard: ({ version }) => `Nothing was stored: the current version of the data standard is ${version}.`,
    'operator-standard': ({ version }) =>
      `An operator published version ${version}. Send expectedVersion to replace it.`,
    mapping: ({ revision }) =>
      `Nothing was stored: the mapping has been changed in the meantime; its revision is now ${revision}.`,
    'import-mapping': ({ name, version }) =>
      version === 0
        ? `Nothing was changed: there is no mapping ${json(name)}.`
        : `Nothing was changed: the current version of the mapping ${json(name)} is ${version}.`,
    'import-source': ({ name, version }) =>
      version === 0
        ? `Nothing was changed: there is no source ${json(name)}.`
        : `Nothing was changed: the current version of the source ${json(name)} is ${version}.`,
    view: ({ name }) => `Nothing was changed: the view ${json(name)} is no longer as expected.`,
    'map-entry': ({ value }) => `Nothing was stored: the entry for ${json(value)} has been changed in the meantime.`,
    'table-row': ({ key }) => `Nothing was stored: the row for ${json(key)} has been changed in the meantime.`,
    override: ({ productId }) =>
      `Nothing was stored: what is set for ${json(productId)} on this channel has been changed in the meantime.`,
    'category-rules': () => 'Nothing was stored: the category rules have been changed in the meantime.',
    target: ({ target }) => `Nothing was stored: the entries for ${json(target)} have been changed in the meantime.`,
  },
  'ignored-field': ({ fields }) => `Packaging links keep only the id and QUANTITY; ignored: ${fields.join(', ')}.`,
  'duplicate-in-request': ({ productId, firstIndex, index, ...rows }) =>
    `${quoted(productId)} is in ${rows.firstRow === undefined || rows.row === undefined ? `positions ${firstIndex + 1} and ${index + 1}` : `rows ${rows.firstRow} and ${rows.row}`}; both are applied in this order.`,
  'differs-in-case-only': ({ productId, firstIndex, ...rows }) =>
    `The id ${rows.firstRow === undefined ? `at position ${firstIndex + 1}` : `in row ${rows.firstRow}`} differs from ${quoted(visibleText(productId))} only in letter case, blanks or width; they are two products.`,
  'identifier-cleaned': ({ sent, stored }) =>
    `${quoted(visibleText(sent))} has white space at its ends or invisible characters; it is read as ${quoted(stored)}.`,
  'similar-name': ({ name, existing }) =>
    `${quoted(visibleText(name))} differs from ${quoted(visibleText(existing))} only in letter case, blanks or width; both are kept.`,
};
