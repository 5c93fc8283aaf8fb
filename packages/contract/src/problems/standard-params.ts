import { z } from 'zod';
import { count, innerProblem, nothing, text, variant } from './param-schemas.ts';

/** An error in a formula. `line` and `column` count from 1. */
const formulaFault = {
  line: count,
  column: count,
  reason: text.describe('English sentence'),
  error: innerProblem.describe('Code and parameters of the error, for sentences in other languages'),
  replacement: text.nullable().describe('The most similar name that would be valid here'),
};

/** Parameters of problems with the documents of data standards and mappings. */
export const standardParams = {
  'unsupported-format': z.object({ format: text, supported: text }),
  'unknown-target': z.object({ target: text }),
  'unknown-value-list': z.object({ list: text }),
  'duplicate-value': z.discriminatedUnion('kind', [
    variant('value', { list: text, value: text }),
    variant('list', { list: text }),
  ]),
  'unknown-unit': z.object({ unit: text }),
  'duplicate-category': z.object({ category: text }),
  'unknown-category': z.discriminatedUnion('kind', [
    variant('standard', { category: text }),
    variant('product', { category: text }),
  ]),
  'category-cycle': z.object({ category: text }),
  'invalid-rule': z.discriminatedUnion('kind', [
    variant('parts', { rule: text, parts: z.array(text) }),
    variant('duplicate', { rule: text }),
    variant('at-least', { rule: text, atLeast: count, count }),
  ]),
  'invalid-formula': z.object(formulaFault),
  'invalid-output': z.discriminatedUnion('kind', [
    variant('form', { attribute: text, form: text, type: text }),
    variant('member', { attribute: text, member: text, type: text }),
    variant('template', { attribute: text, part: text }),
    variant('date-pattern', { attribute: text, pattern: text }),
  ]),
  'unknown-member': z.object({ member: text, suggestion: text.nullable() }),
  'many-targets-removed': z.object({ removed: count, before: count }),
  'future-effective-from': nothing,
  'too-many-items': z.discriminatedUnion('kind', [
    variant('standard', { items: text, count, max: count }),
    variant('mapping', { items: text, count, max: count }),
    variant('product', { attribute: text, count, max: count }),
  ]),
  'unknown-value-map': z.object({ map: text }),
  'duplicate-entry': z.object({ target: text }),
  'composite-needed': z.object({ target: text, member: text }),
  'idle-entry': z.object({ target: text, suggestion: text.nullable() }),
  'row-width': z.object({ table: text, columns: count, cells: count }),
  'unknown-in-copy': z.discriminatedUnion('kind', [
    variant('attribute', { name: text, suggestion: text.nullable() }),
    variant('category', { name: text, suggestion: text.nullable() }),
    variant('value', { name: text, target: text, suggestion: text.nullable() }),
  ]),
  'invalid-standard': z.object({ count }),
  'invalid-mapping': z.object({ count }),
  'unknown-standard': z.discriminatedUnion('kind', [
    variant('none', { channelId: text }),
    variant('version', { channelId: text, version: count }),
    variant('list', { channelId: text, list: text }),
  ]),
  'unknown-mapping': z.discriminatedUnion('kind', [
    variant('none', { channelId: text }),
    variant('version', { channelId: text, version: count }),
    variant('map', { map: text }),
    variant('table', { table: text }),
    variant('import', { name: text }),
    variant('import-version', { name: text, version: count }),
  ]),
  'mapping-not-published': z.object({ channelId: text }),
};
