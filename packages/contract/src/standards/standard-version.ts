import { z } from 'zod';
import { itemProblemSchema } from '../problems/problems.ts';
import { standardItemKinds } from './data-standard.ts';

/** Classes of changes to a data standard, from the weakest to the strongest effect on products. */
export const changeClasses = ['harmless', 'idle', 'warning', 'breaking'] as const;
export type ChangeClass = (typeof changeClasses)[number];

const count = z.number().int();
export const changeCountsSchema = z
  .object({ harmless: count, idle: count, warning: count, breaking: count })
  .describe(
    '`harmless`: no product becomes worse. `idle`: targets that no longer exist, so that entries of mappings have no effect. `warning`: something is recommended now. `breaking`: products can become incomplete or invalid',
  )
  .meta({ id: 'StandardChangeCounts' });
export type ChangeCounts = z.infer<typeof changeCountsSchema>;

export const standardChangeSchema = z
  .object({
    kind: z.enum([...standardItemKinds, 'head']),
    id: z.string().describe('Path of a target, id of a category, list or rule, or a value'),
    listId: z.string().optional(),
    change: z.enum(['added', 'changed', 'removed']),
    class: z.enum(changeClasses),
    members: z.array(z.string()).optional().describe('The changed members'),
  })
  .meta({ id: 'StandardChange' });
export type StandardChange = z.infer<typeof standardChangeSchema>;

export const standardVersionSchema = z
  .object({
    version: z.number().int(),
    state: z.enum(['current', 'past', 'withdrawn']),
    name: z.string(),
    release: z.string().nullable(),
    published: z.string(),
    publishedBy: z.string().describe('`key:<keyId>` or `user:<personId>`'),
    publisher: z.enum(['adapter', 'operator']),
    counts: z.object({ attributes: count, categories: count, valueLists: count, values: count, rules: count }),
    changes: changeCountsSchema.nullable().describe('Compared with the version before; null for the first'),
  })
  .meta({ id: 'StandardVersion' });
export type StandardVersion = z.infer<typeof standardVersionSchema>;

export const putStandardAnswerSchema = z
  .object({
    channelId: z.string(),
    version: z.number().int().describe('The current version; in a dry run the version that would be created'),
    outcome: z
      .enum(['created', 'unchanged'])
      .describe('Identical content creates no version. In a dry run: what would be the outcome'),
    counts: standardVersionSchema.shape.counts,
    changes: changeCountsSchema.nullable(),
    samples: z.array(standardChangeSchema).describe('Up to 100 changes, the most serious ones first'),
    warnings: z
      .array(itemProblemSchema)
      .describe(
        'Settings and members that are stored but have no effect, such as misspelt ones, and a warning if a version removes more than half of the targets',
      ),
  })
  .meta({ id: 'PutStandardAnswer' });
export type PutStandardAnswer = z.infer<typeof putStandardAnswerSchema>;
