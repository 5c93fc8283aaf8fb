import { z } from 'zod';

const text = z.string().nullable();

/** What may be sent for one attribute. Judged by the service itself, which collects all problems at once; here for the reference. */
export const attributeDefinitionInputSchema = z
  .looseObject({
    id: z.string().describe('1 to 255 characters; of a child also `Parent/Child` together with `externalId`'),
    name: z.string(),
    compositeAttribute: text.describe('Null at the top level, else the id (or path) of the composite that holds it'),
    type: z.object({
      id: z
        .enum(['string', 'composite', 'asset', 'integer', 'decimal', 'fraction', 'gtin', 'date', 'reference'])
        .describe('Any letter case'),
      multiValue: z.boolean().describe('Always true for a composite'),
    }),
    externalId: text.optional(),
    description: text.optional(),
    restriction: z
      .looseObject({
        parameters: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .describe('minLength, maxLength, minValue, maxValue, …'),
        listOfValues: z.array(z.unknown()),
        patterns: z.array(z.object({ pattern: z.string().describe('RE2 syntax'), message: z.string().optional() })),
      })
      .partial()
      .nullable()
      .optional(),
    units: z.array(z.string()).nullable().optional(),
    groupIds: z.array(z.string()).nullable().optional(),
    displaySequence: z.number().int().nullable().optional(),
    expected: z
      .looseObject({})
      .nullable()
      .optional()
      .describe(
        'Members of the definition as they were read: where one is stored differently by now, nothing is stored. Null: there is no such attribute yet',
      ),
  })
  .meta({ id: 'AttributeDefinitionInput' });
