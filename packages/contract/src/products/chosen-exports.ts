import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storable } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';
import { hasOneChoice, productChoice } from './product-choice.ts';
import { exportAnswerHeaders, exportHeaders, exportSort, tableFormats } from './products.ts';

const exceptSchema = z
  .array(z.string().max(10_000))
  .max(100_000)
  .optional()
  .describe('With filter: products that are left out');

const bodySchema = z
  .strictObject({
    ...productChoice,
    except: exceptSchema,
    sort: exportSort,
    format: z.enum(tableFormats),
    columns: z
      .array(z.string().max(10_000))
      .max(16_384)
      .optional()
      .describe('As in `exportProductTable`; default: all'),
  })
  .refine(hasOneChoice, must('ids-or-filter'))
  .refine(({ productIds, except }) => productIds === undefined || except === undefined, must('except-without-ids'))
  .meta({ id: 'ChosenTable' });
export type ChosenTable = z.output<typeof bodySchema>;

export const exportChosenTable = operation({
  id: 'exportChosenTable',
  audit: { object: 'export' },
  headers: exportHeaders,
  writesNothing: true,
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: '/api/products/v1/export-table',
  tag: 'Products',
  summary: 'Export selected products as a table: CSV or XLSX, with the selected columns in order',
  description:
    'Like `exportProductTable`, for a list of products or for all products that match a filter, except for some. Unknown ids are omitted. One snapshot, in order of id or of another field.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: none,
  body: storable(bodySchema),
  answers: {
    200: { description: 'The table', contentType: 'application/octet-stream', headers: exportAnswerHeaders },
  },
  problems: [
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
    'format-cannot-carry',
    'query-too-slow',
    'too-many-requests',
  ],
});
