import { z } from 'zod';
import { count, identifierFault, innerProblem, nothing, text, variant } from './param-schemas.ts';

const ofValue = { attribute: text, value: text.describe('At most 80 characters of it') };
const value = z.object(ofValue);

/** `fault` and `units` are absent in problems that an earlier release stored. */
const quantityFault = value.extend({
  fault: z
    .enum(['number', 'space', 'unit-missing', 'unit-unknown'])
    .optional()
    .describe(
      'number: not a number with a decimal point; space: not one space before the unit; unit-unknown: the attribute does not have the unit',
    ),
  units: z.array(text).optional().describe('Allowed units, at most 11 of them'),
});

/** Parameters of problems with values that break a rule of their attribute's type. */
export const typeFaultParams = {
  'not-a-decimal': value,
  'not-an-integer': value,
  'not-a-fraction': value,
  'not-a-date': value,
  'not-a-datetime': value,
  'not-a-boolean': value,
  'not-a-quantity': quantityFault,
  'not-a-gtin': value,
  'wrong-check-digit': value,
  'not-a-reference': value,
  'empty-asset': value,
};

/** Rows of the two conflicting products in the imported table. Absent if the products came in a request body. */
const twinRows = { firstRow: count.optional(), row: count.optional() };

const ofLength = { length: count.optional().describe('Number of its characters, on a channel') };

/** Parameters of problems with values: wrong type, violated restriction, or no longer valid under a changed definition. */
export const valueParams = {
  ...typeFaultParams,
  'too-short': z.object({ ...ofValue, minLength: count, ...ofLength }),
  'too-long': z.object({ ...ofValue, maxLength: count, ...ofLength }),
  'below-minimum': z.object({ ...ofValue, minValue: text }),
  'above-maximum': z.object({ ...ofValue, maxValue: text }),
  'too-many-decimals': z.object({ ...ofValue, limit: z.enum(['maxDecimals', 'fractionDigits']), max: count }),
  'not-in-list': value.extend({
    channel: text.optional().describe('Name of the channel that has the list'),
    allowed: count.optional().describe('Number of allowed values, on a channel'),
  }),
  'pattern-mismatch': z.object({ ...ofValue, pattern: text, explanation: text.nullable() }),
  'expected-rows': z.object({ attribute: text }),
  'several-values': z.object({ attribute: text, count }),
};

/**
 * Parameters of problems and warnings about one product, except those about its values. Some codes are also used for definitions and
 * assets, with a different `kind`.
 */
export const productParams = {
  'invalid-product': nothing,
  'missing-id': nothing,
  'invalid-id': z.discriminatedUnion('kind', [
    variant('product', { fault: identifierFault }),
    variant('asset', { fault: identifierFault }),
    variant('definition', { fault: identifierFault }),
  ]),
  'invalid-name': z.discriminatedUnion('kind', [
    variant('product', { fault: identifierFault }),
    variant('definition', { fault: identifierFault }),
  ]),
  'invalid-character': z.discriminatedUnion('kind', [
    variant('null'),
    variant('half-surrogate'),
    variant('definition', { field: text }),
  ]),
  'expected-scalar': z.discriminatedUnion('kind', [
    variant('attribute', { attribute: text, found: z.enum(['array', 'object', 'null']) }),
    variant('field', { field: text }),
    variant('rows-into-value', { attribute: text }),
  ]),
  'expected-array': z.discriminatedUnion('kind', [
    variant('attribute', { attribute: text }),
    variant('composite', { composite: text }),
    variant('packaging'),
  ]),
  'expected-row': z.object({ composite: text }),
  'unknown-child': z.object({ composite: text, child: text }),
  'composite-not-defined': z.object({ attribute: text }),
  'ambiguous-name': z.object({ name: text }),
  'reserved-name': z.discriminatedUnion('kind', [
    variant('field', { field: text }),
    variant('definition', { name: text }),
  ]),
  'duplicate-field': z.discriminatedUnion('kind', [
    variant('id'),
    variant('expected'),
    variant('name'),
    variant('spelling', { field: text }),
    variant('attribute', { key: text, attribute: text }),
    variant('child', { key: text, child: text }),
    variant('account-field', { field: text }),
  ]),
  'text-too-long': z.object({ field: text, maxBytes: count }),
  'too-deep': z.object({ maxLevels: count }),
  'quantity-without-packaging': nothing,
  'invalid-quantity': z.object({ value: text.describe('As JSON, at most 80 characters of it') }),
  'invalid-packaging': z.discriminatedUnion('kind', [variant('id-missing'), variant('id', { fault: identifierFault })]),
  'packaging-cycle': z.discriminatedUnion('kind', [
    variant('itself', { productId: text }),
    variant('cycle', { productIds: z.array(text) }),
  ]),
  'unresolved-packaging': z.object({ missing: text }),
  'not-on-channel': z.object({ productId: text }),
  'not-ready': z.object({
    problem: innerProblem,
    explanation: text.nullable().describe("The sentence of the data standard or of the client's own rule"),
    more: count.describe('Number of further errors'),
  }),
  checking: nothing,
  held: nothing,
  unchanged: nothing,
  'not-defined': z.object({ attribute: text }),
  'invalid-expectation': z.discriminatedUnion('kind', [
    variant('not-an-object'),
    variant('other-id'),
    variant('nested'),
  ]),
  'changed-meanwhile': z.discriminatedUnion('kind', [
    variant('value', { attribute: text }),
    variant('product-gone', { productId: text }),
    variant('product-exists', { productId: text }),
    variant('impossible', { problem: innerProblem }),
    variant('product', { productId: text }),
    variant('definitions'),
    variant('rules'),
    variant('channel'),
    variant('connection'),
    variant('standard', { version: count }),
    variant('operator-standard', { version: count }),
    variant('mapping', { revision: count }),
    variant('import-mapping', { name: text, version: count }),
    variant('import-source', { name: text, version: count }),
    variant('view', { name: text }),
    variant('map-entry', { value: text }),
    variant('table-row', { key: text }),
    variant('category-rules'),
    variant('override', { productId: text }),
    variant('target', { target: text }),
  ]),
  'ignored-field': z.object({ fields: z.array(text) }),
  'duplicate-in-request': z.object({ productId: text, firstIndex: count, index: count, ...twinRows }),
  'differs-in-case-only': z.object({ productId: text, firstIndex: count, ...twinRows }),
  'identifier-cleaned': z.object({ sent: text, stored: text }),
  'similar-name': z.object({ name: text, existing: text }),
};
