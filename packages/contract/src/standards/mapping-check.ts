import { z } from 'zod';
import { itemProblemSchema } from '../problems/problems.ts';

const count = z.number().int();

export const mappingCheckSchema = z
  .object({
    problems: z.array(itemProblemSchema).describe('They block publishing; `path` is a JSON Pointer into the mapping'),
    warnings: z.array(itemProblemSchema).describe('They do not block: entries for targets that no longer exist'),
    problemCount: count,
    targets: z.object({
      required: count.describe(
        'Targets that are required for the purposes of the mapping, in some category that its category rules can return; without rules, in any category',
      ),
      requiredMapped: count.describe('Of these, the ones that have an entry or a default formula'),
      mapped: count,
      total: count,
    }),
    unmappedRequired: z.array(z.object({ target: z.string(), name: z.string() })),
    unusedAttributes: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('Up to 1,000 attributes that no formula reads'),
    standardVersion: count.nullable(),
  })
  .meta({ id: 'MappingCheck' });
export type MappingCheck = z.infer<typeof mappingCheckSchema>;

export const mappingVersionSchema = z
  .object({
    version: count,
    standardVersion: count.nullable().describe('The version of the data standard at the time of publishing'),
    comment: z.string().nullable(),
    published: z.string(),
    publishedBy: z.string().describe('`key:<keyId>` or `user:<personId>`'),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'MappingVersion' });
export type MappingVersion = z.infer<typeof mappingVersionSchema>;
