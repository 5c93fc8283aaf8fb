import { z } from 'zod';
import { inputFault } from './input-params.ts';
import { count, identifierFault, nothing, text, variant } from './param-schemas.ts';
import { typeFaultParams } from './value-params.ts';

type TypeFault = keyof typeof typeFaultParams;
const typeFault = z.enum(Object.keys(typeFaultParams) as [TypeFault, ...TypeFault[]]); // the type of Object.keys does not contain the names

/** The reason why a pattern cannot be used. */
export const patternFault = z.discriminatedUnion('kind', [
  variant('too-long', { maxCharacters: count }),
  variant('too-large', { maxInstructions: count }),
  variant('syntax', { reason: text }),
]);

const nested = z.object({ attribute: text, parent: text });

/** Parameters of problems with attribute definitions and with a channel's account fields. */
export const definitionParams = {
  'not-an-object': nothing,
  'id-missing': nothing,
  'name-missing': nothing,
  'type-missing': z.object({ field: z.enum(['type', 'type.id']) }),
  'invalid-type': nothing,
  'unknown-type': z.object({ found: text.describe('The text, in quotes, or the kind of value'), types: z.array(text) }),
  'invalid-multi-value': nothing,
  'invalid-field': z.discriminatedUnion('kind', [
    variant('text', { field: text }),
    variant('texts', { field: text }),
    variant('identifier', { field: text, fault: identifierFault }),
    variant('sequence', { field: text }),
    variant('member', { fault: inputFault }),
    variant('purpose', { purpose: text }),
    variant('json', { reason: text }),
    variant('line-kind', { kinds: z.array(text) }),
    variant('units-missing', { attribute: text }),
    variant('unit-unknown', { attribute: text, unit: text }),
    variant('units-differ', { attribute: text, unit: text, other: text }),
  ]),
  'invalid-restriction': z.discriminatedUnion('kind', [
    variant('not-an-object'),
    variant('parameters'),
    variant('parameter'),
    variant('list', { field: text }),
    variant('list-value'),
    variant('pattern'),
    variant('parameter-value', { attribute: text, parameter: text, value: text, expected: text }),
    variant('item-counts', { attribute: text, minItems: count, maxItems: count }),
    variant('count', { attribute: text, parameter: text, value: text }),
    variant('range', { attribute: text, parameter: text, type: text, value: text }),
    variant('range-unit', { attribute: text, parameter: text, value: text, units: z.array(text) }),
    variant('lengths', { attribute: text, minLength: count, maxLength: count }),
    variant('values', { attribute: text, minValue: text, maxValue: text }),
    variant('list-value-type', { attribute: text, value: text, fault: typeFault }),
  ]),
  'invalid-labels': z.discriminatedUnion('kind', [
    variant('not-an-object'),
    variant('language', { language: text }),
    variant('duplicate', { language: text }),
    variant('label', { language: text, maxCharacters: count }),
    variant('too-many', { max: count }),
  ]),
  'invalid-pattern': z.discriminatedUnion('kind', [
    variant('definition', { attribute: text, pattern: text, fault: patternFault }),
    variant('account-field', { fault: patternFault }),
  ]),
  'restriction-without-effect': z.discriminatedUnion('kind', [
    variant('composite', { attribute: text }),
    variant('parameter', { attribute: text, parameter: text, type: text }),
  ]),
  'composite-not-multi-value': z.object({ attribute: text }),
  'composite-has-children': z.object({ attribute: text, count }),
  'nesting-too-deep': z.object({ attribute: text, maxLevels: count }),
  'identity-too-long': z.object({ attribute: text, maxBytes: count }),
  'duplicate-attribute': z.object({ attribute: text, firstIndex: count, index: count }),
  'composite-cycle': nested,
  'unknown-parent': nested,
  'parent-not-composite': nested,
  'ambiguous-parent': z.object({ attribute: text, parent: text, paths: z.array(text) }),
  'duplicate-sibling-name': z.object({ composite: text, name: text, other: text }),
  'ambiguous-row-key': z.object({ composite: text, key: text, other: text, attribute: text }),
  'values-do-not-fit': z.discriminatedUnion('kind', [
    variant('definition', { attribute: text, count }),
    variant('request', { count }),
  ]),
};
