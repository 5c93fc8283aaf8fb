import { z } from 'zod';

/** The variable parts of `message`: the parameters of the code, and `kind` if the code has several sentences. */
export const paramsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    'The parts of `message`, by code, for wording it in another language. Absent from problems that an earlier version has stored',
  );

/** The position of a problem in an imported file: a cell in spreadsheet notation, or a whole row. */
export const fileCellSchema = z
  .object({
    sheet: z.string().nullable().describe('Of workbooks'),
    row: z.number().int().describe('As the file counts it, from 1. Of JSON: the line'),
    column: z.string().nullable().describe('Letters of the column, as A or AB; null: the whole row is meant'),
    header: z.string().nullable(),
    value: z.string().nullable().describe('At most 80 characters of the cell'),
  })
  .meta({ id: 'FileCell' });
export type FileCell = z.infer<typeof fileCellSchema>;

/** One error of a request. A request can have several. */
export const itemProblemSchema = z
  .object({
    code: z.string().describe('Stable kebab-case code'),
    path: z.string().describe('JSON Pointer into the request body'),
    message: z.string(),
    params: paramsSchema.optional(),
    productId: z.string().optional(),
    line: z
      .number()
      .int()
      .optional()
      .describe('Line of an NDJSON body, from 1; `path` is then a pointer into the line'),
    index: z.number().int().optional().describe('Place of the product in the body, from 0'),
    cell: fileCellSchema.optional().describe('Only of imports of uploaded files: where the file has the problem'),
  })
  .meta({ id: 'ItemProblem' });
export type ItemProblem = z.infer<typeof itemProblemSchema>;

/** RFC 9457 problem details. `message` repeats `detail`, because existing integrations read `message`. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    message: z.string(),
    code: z.string(),
    params: paramsSchema.optional(),
    requestId: z.string(),
    errors: z.array(itemProblemSchema).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
