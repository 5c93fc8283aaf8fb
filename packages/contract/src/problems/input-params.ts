import { z } from 'zod';
import { count, innerProblem, text, variant } from './param-schemas.ts';
import { plainRuleNames } from './requirement.ts';

const limit = { of: text, limit: text, inclusive: z.boolean() };

/** The fault in a parameter or in a property of a body. */
export const inputFault = z.union([
  z.object({ rule: z.enum(['one-of', 'one-of-few']), values: z.array(text) }),
  z.object({ rule: z.literal('whole-number'), min: count, max: count }),
  z.object({ rule: z.enum(['max-items', 'min-characters', 'max-characters']), limit: count }),
  z.object({ rule: z.enum(plainRuleNames) }),
  z.object({ rule: z.literal('type'), expected: text, found: text }),
  z.object({ rule: z.literal('value'), values: z.array(text) }),
  z.object({ rule: z.enum(['too-small', 'too-big', 'exactly']), ...limit }),
  z.object({ rule: z.literal('format'), format: text, pattern: text.nullable() }),
  z.object({ rule: z.literal('multiple'), divisor: text }),
  z.object({ rule: z.literal('unknown-members'), members: z.array(text) }),
  z.object({ rule: z.literal('other') }),
]);

/** The fault in a condition or field of a query, or in a change of a bulk edit. */
export const queryFault = z.discriminatedUnion('kind', [
  variant('ambiguous', { name: text }),
  variant('unknown', { name: text }),
  variant('unknown-target', { name: text, suggestion: text.nullable() }),
  variant('not-composite', { name: text, parent: text }),
  variant('no-child', { name: text, parent: text }),
  variant('no-row', { name: text, parent: text }),
  variant('inside-text', { name: text }),
  variant('packaging-part'),
  variant('packaging-compared'),
  variant('composite-compared', { name: text }),
  variant('operator', { condition: text }),
  variant('no-text', { condition: text }),
  variant('not-editable', { name: text }),
  variant('whole-composite', { name: text }),
  variant('not-a-list', { name: text }),
  variant('one-value', { name: text }),
  variant('copied-row', { name: text }),
  variant('not-sortable', { name: text }),
  variant('not-comparable', { name: text }),
  variant('only-equals', { name: text }),
  variant('bad-bound', { name: text, bound: text }),
  variant('bad-quantity', { name: text, bound: text, units: z.array(text) }),
]);

/** Parameters of problems with parameters, properties in JSON bodies, and multipart forms. */
export const inputParams = {
  'invalid-parameter': z.discriminatedUnion('kind', [
    variant('values', {
      place: z.enum(['path', 'query']),
      faults: z.array(z.object({ parameter: text, fault: inputFault })),
    }),
    variant('query', { parameter: text, faults: z.array(queryFault) }),
    variant('changes', { faults: z.array(queryFault) }),
    variant('spelling', { parameter: text, meant: text }),
    variant('unknown', { parameter: text, known: z.array(text) }),
    variant('next', { parameter: text }),
    variant('next-or-time', { parameter: text }),
    variant('idempotency-key'),
  ]),
  'invalid-body': z.discriminatedUnion('kind', [
    variant('member', { fault: inputFault }),
    variant('members', { faults: z.array(z.object({ path: text, fault: inputFault })) }),
    variant('account-fields', { problems: z.array(innerProblem) }),
    variant('several-accounts'),
    variant('scopes'),
    variant('expiry-past'),
    variant('client-key'),
    variant('adapter-key'),
    variant('confirmation', { clientId: text }),
    variant('boundary'),
    variant('several-files'),
    variant('no-file'),
    variant('empty-file'),
    variant('form', { reason: text }),
    variant('too-deep', { maxLevels: count }),
    variant('unstorable'),
    variant('fields', { max: count }),
    variant('other', { reason: text }),
  ]),
};
