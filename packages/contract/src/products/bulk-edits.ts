import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { itemProblemSchema, paramsSchema } from '../problems/problems.ts';
import { must } from '../problems/requirement.ts';
import {
  allMembers,
  expectedCount,
  fitsFilter,
  hasOneChoice,
  isAllAlone,
  productChoice,
  saysAll,
} from './product-choice.ts';

const attribute = z
  .array(storableText())
  .min(1)
  .max(33)
  .describe(
    'An attribute by id or unique name, followed by the attributes inside it if it is a composite; or `__NAME`, `__FAMILY`, `__CATEGORY` or `PRIMARY_ASSET`. Inside a composite, every row changes',
  );
const text = storableText(100_000);
const texts = z.array(text).min(1, must('not-empty')).max(1_000);

export const bulkChangeSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('set'), attribute, value: z.union([text, z.array(text).max(1_000)]) }),
    z.strictObject({ kind: z.literal('clear'), attribute }),
    z.strictObject({ kind: z.literal('add'), attribute, values: texts }),
    z.strictObject({ kind: z.literal('remove'), attribute, values: texts }),
    z.strictObject({
      kind: z.literal('replace'),
      attribute,
      find: text.min(1),
      replacement: text,
      ignoreCase: z.boolean().optional(),
    }),
    z.strictObject({ kind: z.literal('copy'), attribute, from: attribute }),
  ])
  .meta({ id: 'BulkChange' })
  .describe(
    'set: the value, or a list of values for an attribute with several. clear: no value. add, remove: values of a list; values that it already has, or does not have, are skipped. replace: all occurrences of a text within the values. copy: the value of another attribute that is not inside a composite; products without it stay unchanged',
  );
export type BulkChange = z.infer<typeof bulkChangeSchema>;

const cell = z.union([z.string(), z.array(z.string())]).nullable();

export const bulkEditSchema = z
  .object({
    editId: z.string().describe('Also the jobRef of the import job, whose origin is `bulk`'),
    status: z.enum(['Running', 'Completed', 'Failed', 'Cancelled']),
    dryRun: z.boolean(),
    changes: z.array(bulkChangeSchema).describe('Empty for an undo'),
    undoes: z
      .string()
      .nullable()
      .describe('editId of the bulk edit, jobRef of the import, or deletionId of the deletion, that this one undoes'),
    undoesImport: z.boolean().describe('True if `undoes` is an import'),
    undoesDeletion: z.boolean().describe('True if `undoes` is a deletion of products'),
    created: z
      .object({ unchanged: z.number().int(), changed: z.number().int() })
      .nullable()
      .describe(
        'Only of the undo of an import: products that the import created and that still exist, by whether they have changed since. The bulk edit does not change them. Null until they are counted',
      ),
    undoneBy: z.string().nullable().describe('editId of the undo that is running or has restored all products'),
    canUndo: z
      .boolean()
      .describe(
        'True if it has changed products, was not undone and ended at most 30 days ago. False for the undo of a deletion',
      ),
    chosen: z.number().int().nullable().describe('Number of chosen products; null until the products are fixed'),
    handled: z.number().int().describe('updated + unchanged + rejected'),
    updated: z.number().int().describe('Changed products; in the undo of a deletion, restored products'),
    unchanged: z.number().int(),
    rejected: z.number().int(),
    errors: z
      .array(itemProblemSchema)
      .describe(
        'Why products were rejected; the first 1,000. All of them: listImportErrors. `changed-meanwhile`: the product was deleted or changed since it was read or, in an undo, since the bulk edit',
      ),
    errorCounts: z.record(z.string(), z.number().int()).describe('Problems by code'),
    samples: z
      .array(
        z.object({
          productId: z.string(),
          name: z.string().nullable(),
          values: z.array(
            z.object({
              attribute: z.array(z.string()).describe('Ids, from the top level down'),
              before: cell,
              after: cell,
            }),
          ),
        }),
      )
      .describe('Dry runs only: the first products that change, with the first changed value of each change'),
    fault: z
      .object({ code: z.string(), message: z.string(), params: paramsSchema.optional() })
      .nullable()
      .describe('Why it ended early. Products that were changed before remain changed'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    actorName: z.string().nullable().describe('Name of the key or person; null if it no longer exists'),
  })
  .meta({ id: 'BulkEdit' });
export type BulkEdit = z.infer<typeof bulkEditSchema>;

/** Maximum number of characters of all changes together, as JSON. The payload of each product can contain all changes. */
const maxCharacters = 1_000_000;
const path = '/api/products/v1/bulk-edits';
const common = { tag: 'Products', permission: { who: 'client', scope: 'products' }, query: none } as const;
const params = z.object({ editId: z.string() });

export const startBulkEdit = operation({
  ...common,
  id: 'startBulkEdit',
  audit: { object: 'bulk-edit' },
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path,
  summary: 'Change values of many products: by id, or all that match a filter',
  description:
    'Returns immediately. First the set of selected products is fixed, then they are changed in the background like an import: in batches of one transaction each, checked against the definitions, with history, and resumed after a restart. A product that cannot take a change is rejected and stays as it is. Changes that depend on the stored value (add, remove, replace, copy, and all inside composites) are rejected as `changed-meanwhile` if the value changes between reading and storing. With `dryRun` nothing is stored: the answer has the counts, the problems and samples. An empty filter matches all products, and needs `all` or `expected`. Products that are created after the call are not changed.',
  params: none,
  body: z
    .strictObject({
      ...productChoice,
      except: z
        .array(z.string().max(10_000))
        .max(100_000)
        .optional()
        .describe('With filter: ids of products that are not changed'),
      expected: expectedCount.describe(
        'With filter: the counted number of products, without those in `except`. If the number differs now, nothing is changed and the answer is `count-differs` with `count` and `countedAt`',
      ),
      ...allMembers('change all products'),
      changes: z
        .array(bulkChangeSchema)
        .min(1, must('not-empty'))
        .max(20)
        .refine(
          (changes) => JSON.stringify(changes).length <= maxCharacters,
          must({ rule: 'max-characters', limit: maxCharacters }),
        )
        .describe('Applied in this order; at most 1,000,000 characters of JSON in total'),
      dryRun: z.boolean().optional(),
    })
    .refine(hasOneChoice, must('ids-or-filter'))
    .refine(({ productIds, except }) => productIds === undefined || except === undefined, must('except-without-ids'))
    .refine(fitsFilter, must('expected-with-filter'))
    .refine(saysAll, must('all-said'))
    .refine(isAllAlone, must('all-without-condition')),
  answers: { 202: { description: 'The bulk edit was started', schema: bulkEditSchema } },
  problems: [
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
    'count-differs',
    'query-too-slow',
    'too-many-requests',
  ],
});

export const getBulkEdit = operation({
  ...common,
  id: 'getBulkEdit',
  method: 'GET',
  path: `${path}/{editId}`,
  summary: 'Get the progress and the results of a bulk edit',
  params,
  answers: { 200: { description: 'The bulk edit', schema: bulkEditSchema } },
  problems: ['unknown-job'],
});

export const cancelBulkEdit = operation({
  ...common,
  id: 'cancelBulkEdit',
  audit: { object: 'bulk-edit', id: 'editId' },
  method: 'POST',
  path: `${path}/{editId}/cancel`,
  summary: 'Cancel a running bulk edit',
  description: 'Products that were changed before remain changed; undo restores them. Has no effect after the end.',
  params,
  answers: { 200: { description: 'The bulk edit', schema: bulkEditSchema } },
  problems: ['unknown-job'],
});

export const undoBulkEdit = operation({
  ...common,
  id: 'undoBulkEdit',
  audit: { object: 'bulk-edit' },
  method: 'POST',
  path: `${path}/{editId}/undo`,
  summary: 'Undo a bulk edit',
  description:
    'Starts another bulk edit, which restores the values that the products had before, from their history. A product that has changed since, or was deleted, is left unchanged and listed with `changed-meanwhile`. The undo can be undone. With `dryRun` nothing is stored.',
  params,
  body: z.strictObject({ dryRun: z.boolean().optional() }),
  answers: { 202: { description: 'The bulk edit that undoes it', schema: bulkEditSchema } },
  problems: ['unknown-job', 'not-possible-now', 'too-many-requests', 'invalid-body', 'malformed-json'],
});
