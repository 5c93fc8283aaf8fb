import { z } from 'zod';
import { count, nothing, text, variant } from '../param-schemas.ts';

/** Reasons why a file as a whole cannot be read. */
const fileFaults = [
  'file-damaged',
  'file-empty',
  'file-too-large',
  'format-unknown',
  'encoding-wrong',
  'cell-too-large',
  'quote-not-closed',
  'password-protected',
  'sheet-unknown',
  'several-files',
  'header-missing',
  'too-slow',
] as const;

const column = { column: text.describe('Letters of the column'), header: text };
const value = { value: text.describe('At most 80 characters of it') };

/** Parameters of problems with uploaded files, with the mappings of their columns, and with their cells. */
export const fileParams = {
  'unknown-file': z.object({ fileId: text }),
  'invalid-file': z.object({ fault: z.enum(fileFaults), reason: text.describe('English sentences with the fix') }),
  'unknown-source': z.object({ source: text }),
  'invalid-source': z.discriminatedUnion('kind', [
    variant('cron', { expression: text }),
    variant('cron-seconds', { expression: text }),
    variant('never', { expression: text }),
    variant('secret-missing', { host: text }),
    variant('secret-needs-https', { host: text }),
    variant('secret-in-address', { host: text }),
    variant('no-folder'),
  ]),
  'source-failed': z.discriminatedUnion('kind', [
    variant('request', { source: text, code: text, reason: text.describe('English sentence') }),
    variant('too-slow', { source: text, minutes: count }),
    variant('secret-unreadable', { source: text }),
    variant('no-folder', { source: text }),
    variant('folder-unreadable', { source: text, path: text }),
    variant('too-many-files', { source: text, path: text, max: count }),
    variant('interrupted', { source: text }),
    variant('changed', { source: text }),
    variant('other', { source: text }),
  ]),
  'import-cancelled': z.object({ handled: count, dryRun: z.boolean() }),
  'format-cannot-carry': z.discriminatedUnion('kind', [
    variant('columns', { count, max: count }),
    variant('rows', { max: count }),
    variant('cell', { attribute: text.describe('Header of the column'), productId: text, length: count, max: count }),
  ]),
  'import-column': z.discriminatedUnion('kind', [
    variant('id-missing', {
      headers: z.array(text).describe('The first headers of the table'),
      candidate: z
        .object({ ...column, ...value, firstRow: count, row: count })
        .optional()
        .describe('A column that could be the id, but has this value in two rows'),
    }),
    variant('header-repeated', { ...column, other: text.describe('Letters of the first column with it') }),
    variant('header-missing', { column: text }),
    variant('target-repeated', { ...column, other: text.describe('Letters of the first column with it') }),
    variant('decimal-ambiguous', { ...column, ...value }),
    variant('date-ambiguous', { ...column, ...value }),
    variant('composite-missing', column),
    variant('column-unknown', column),
    variant('column-missing', { header: text }),
    variant('not-composite', { header: text, attribute: text }),
    variant('no-child', { header: text, composite: text, child: text }),
    variant('composite-itself', { header: text, composite: text }),
    variant('reserved-list', { header: text, field: text }),
    variant('separator-unused', { header: text }),
  ]),
  'unusable-cell': z.discriminatedUnion('kind', [
    variant('cell-error', value),
    variant('formula-without-result', value),
    variant('digits-lost', value),
    variant('text-after-quote', value),
    variant('date-impossible', value),
    variant('scientific-notation', value),
    variant('number-unreadable', value),
    variant('date-unreadable', value),
    variant('cell-without-header', value),
    variant('row-number-invalid', value),
    variant('row-number-missing', value),
    variant('rows-differ', value),
    variant('rows-apart', value),
    variant('row-number-gap', value),
    variant('row-repeated', { ...value, firstRow: count.describe('The earlier row with the id') }),
    variant('rows-for-text'),
    variant('text-for-rows', value),
    variant('several-values', value),
    variant('name-repeated'),
    variant('group-unreadable', value),
    variant('group-too-large'),
    variant('id-repeated', value),
    variant('row-deletes'),
    variant('product-too-large'),
    variant('other', { reason: text.describe('English sentence') }),
  ]),
  'id-cell-empty': nothing,
};
