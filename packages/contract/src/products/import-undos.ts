import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { bulkEditSchema } from './bulk-edits.ts';
import { productDeletionSchema } from './product-deletions.ts';

const params = z.object({ jobRef: z.string() });
const common = { tag: 'Import', permission: { who: 'client', scope: 'products' }, query: none, params } as const;
const path = '/api/import/v1/jobs/{jobRef}/undo';

export const importUndoSchema = z
  .object({
    edit: bulkEditSchema
      .nullable()
      .describe('The bulk edit that restores values; null if the import changed no product that existed before'),
    deletion: productDeletionSchema
      .nullable()
      .describe('The deletion of the products that the import created; null unless it was requested'),
  })
  .meta({ id: 'ImportUndo' });
export type ImportUndo = z.infer<typeof importUndoSchema>;

export const undoImport = operation({
  ...common,
  id: 'undoImport',
  audit: { object: 'bulk-edit' },
  method: 'POST',
  path,
  summary: 'Undo an import, or an edit of one product',
  description:
    'Returns immediately. A bulk edit restores the values that products had before the import, from their history. A product that has changed since, or was deleted, is left unchanged and listed with `changed-meanwhile`; the restored values are checked against the current definitions. Products that the import created stay, unless `deleteCreated` is true: then those that have not changed since are deleted. Attributes that the import created stay. With `dryRun` nothing is stored: the bulk edit has the counts, also those of created products. The jobRef of a bulk edit undoes the bulk edit.',
  body: z.strictObject({ dryRun: z.boolean().optional(), deleteCreated: z.boolean().optional() }),
  answers: { 202: { description: 'The undo was started', schema: importUndoSchema } },
  problems: ['unknown-job', 'not-possible-now', 'too-many-requests', 'invalid-body', 'malformed-json'],
});

export const getImportUndo = operation({
  ...common,
  id: 'getImportUndo',
  method: 'GET',
  path,
  summary: 'Get the undo of an import',
  answers: {
    200: {
      description:
        'The newest bulk edit that restores or has restored products, and the newest deletion; each is null if there is none. A product that the bulk edit left unchanged is counted in its `rejected`',
      schema: importUndoSchema,
    },
  },
  problems: ['unknown-job'],
});
