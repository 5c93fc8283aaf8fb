import { z } from 'zod';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';

export const fileKinds = ['csv', 'xlsx', 'json', 'ndjson'] as const;
export const fileEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export const decimalSigns = ['.', ','] as const;
/** Order of day and month in dates: 31.01.2026 or 01/31/2026. */
export const dayOrders = ['dmy', 'mdy'] as const;
/** Feed formats of shops and data pools, whose columns and elements are known. */
export const feedFormats = [
  'shopify-csv',
  'google-tsv',
  'google-xml',
  'akeneo',
  'woocommerce',
  'gdsn',
  'bmecat',
  'json-ld',
  'open-food-facts',
  'amazon',
] as const;
export type FeedFormatName = (typeof feedFormats)[number];
/** Whether an empty cell leaves the value unchanged or clears it. */
export const emptyMeanings = ['leave', 'clear'] as const;

/** Maximum number of columns of a table, which is the limit of spreadsheet programs. */
export const maxColumns = 16_384;

const columnTargetSchema = z
  .strictObject({
    kind: z
      .enum(['value', 'list', 'row'])
      .describe(
        'value: one value; list: a list in one cell; row: the number of a row of a composite, which tells apart the rows of one product',
      ),
    path: z
      .array(storableText().min(1))
      .min(1)
      .max(20)
      .describe(
        'Ids from the product down: `["color"]`, `["price","amount"]`; also `__ID`, `__NAME`, `__FAMILY`, `__CATEGORY`, `PRIMARY_ASSET` and `["PACKAGING","__ID"]`. An unknown name becomes a new attribute',
      ),
  })
  .meta({ id: 'ImportColumnTarget' });

export const importColumnSchema = z
  .strictObject({
    header: storableText(32_767).describe('Empty for a column without header, which must be ignored'),
    target: columnTargetSchema.nullish().describe('null or absent: the column is ignored'),
    typeId: storableText().nullish().describe('Type of the attribute; answered for information, never stored'),
    decimal: z
      .enum(decimalSigns)
      .nullish()
      .describe(
        'Decimal sign of numbers and quantities; absent: guessed from the file, and asked if that is not certain. A stored mapping without it imports quantities such as `1.234 kg` as they are',
      ),
    unit: storableText(50)
      .min(1)
      .nullish()
      .describe('Unit of quantities without a unit of their own; a row of units in the file replaces it'),
    date: z
      .enum(dayOrders)
      .nullish()
      .describe('Order of day and month in dates like 31.01.2026; absent: dates are imported as they are'),
    separator: storableText(10)
      .min(1)
      .nullish()
      .describe(
        'Separator of list members; absent: `|`, with `\\` before `|` or `\\` inside members. Several columns can be members of one list',
      ),
    reason: storableText().nullish().describe('Why the column was mapped this way, in English'),
  })
  .meta({ id: 'ImportColumn' });
export type ImportColumn = z.infer<typeof importColumnSchema>;

const readingSchema = z
  .strictObject({
    kind: z.enum(fileKinds).nullish(),
    encoding: z.enum(fileEncodings).nullish().describe('Of CSV and JSON'),
    delimiter: storableText(1).min(1).nullish().describe('Of CSV'),
    sheet: storableText(255).nullish().describe('Of workbooks; default: the first visible one'),
  })
  .meta({ id: 'ImportFileReading' });

/** Describes how the rows of a table become products. */
export const importMappingSchema = z
  .strictObject({
    headerRow: z
      .number()
      .int()
      .min(1)
      .nullish()
      .describe('Row of the header in the file that the mapping was made for; found by the headers in other files'),
    guarded: z
      .boolean()
      .default(false)
      .describe('Texts that begin with = + - @ have a protecting apostrophe, as in exported CSV files'),
    empty: z
      .enum(emptyMeanings)
      .default('leave')
      .describe('leave: an empty cell keeps the stored value; clear: it removes the value'),
    continued: z
      .boolean()
      .nullish()
      .describe(
        'Rows without an id continue the product of the row above, for example below a merged cell; absent: such rows are rejected',
      ),
    unitRow: z
      .boolean()
      .nullish()
      .describe('The row below the header is no product if all its cells are units, such as kg or EUR'),
    format: readingSchema.nullish().describe('How the file is read; what is absent is detected'),
    columns: z.array(importColumnSchema).min(1).max(maxColumns),
  })
  .meta({ id: 'ImportMappingDocument' });
export type ImportMappingDocument = z.infer<typeof importMappingSchema>;

/** Options for reading and mapping a file. Missing format options are detected. A missing mapping is found by the headers or guessed. */
export const fileOptionsSchema = z
  .strictObject({
    format: readingSchema
      .extend({
        feed: z
          .enum(feedFormats)
          .optional()
          .describe(
            'The file is this feed. Without `feed`, a `kind`, a mapping or answers mean that the file is read as a plain table or as plain JSON',
          ),
      })
      .meta({ id: 'ImportFeedReading' })
      .optional()
      .describe('Used instead of what would be detected'),
    mapping: z
      .discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('stored'),
          name: storableText(100).min(1),
          version: z.number().int().min(1).optional().describe('Default: the current version'),
        }),
        z.strictObject({ kind: z.literal('document'), document: importMappingSchema }),
        z.strictObject({ kind: z.literal('guess') }),
      ])
      .optional()
      .describe(
        'Default: the stored mapping for the same headers that was changed last; if there is none, the feed that was recognised; otherwise a guess from the headers and the first 1,000 rows',
      ),
    answers: z
      .strictObject({
        id: storableText(32_767).optional().describe('Header or letters of the column with the product ids'),
        ignore: z
          .array(storableText(32_767))
          .max(maxColumns)
          .optional()
          .describe('Headers or letters of columns to leave out'),
        decimal: z.enum(decimalSigns).optional().describe('Decimal sign of all number attributes'),
        date: z.enum(dayOrders).optional().describe('Order of day and month in all date attributes'),
        empty: z.enum(emptyMeanings).optional(),
        continued: z.boolean().optional().describe('Whether rows without an id continue the product of the row above'),
        headerRow: z.number().int().min(1).max(1_000).optional().describe('Row of the header, as the file counts it'),
      })
      .optional()
      .describe('Answers to the questions of an earlier preview'),
  })
  .refine(
    ({ format, mapping, answers }) => format?.feed === undefined || (mapping === undefined && answers === undefined),
    { error: must('feed-alone'), path: ['format', 'feed'] },
  )
  .meta({ id: 'ImportFileOptions' });
export type FileOptions = z.infer<typeof fileOptionsSchema>;
