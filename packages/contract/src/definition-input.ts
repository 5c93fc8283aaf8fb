import { z } from 'zod';
import { attributeTypeIds } from './data/datastandards.ts';

const text = z.string().nullable();

/**
 * An attribute definition in a request. Only the API reference uses this schema. The service validates definitions with its own code, which
 * collects all problems.
 */
export const attributeDefinitionInputSchema = z
  .looseObject({
    id: z.string().describe('1 to 255 characters; for a child also `Parent/Child` together with `externalId`'),
    name: z.string(),
    compositeAttribute: text.describe(
      'Null at the top level, otherwise the id (or path) of the composite that contains the attribute',
    ),
    type: z.object({
      id: z.enum(attributeTypeIds).describe('Case-insensitive'),
      multiValue: z.boolean().describe('Always true for a composite'),
    }),
    externalId: text.optional(),
    description: text.optional(),
    labels: z
      .record(z.string(), z.string().nullable())
      .nullable()
      .optional()
      .describe(
        'What people see instead of the name, by language tag: `{"de": "Gewicht", "en": "Weight"}`. Products still name the attribute by its id or name',
      ),
    restriction: z
      .looseObject({
        parameters: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .describe('minLength, maxLength, minValue, maxValue, …'),
        listOfValues: z
          .array(z.unknown())
          .describe('Texts, or `{"value": …, "label": …, "labels": {"de": …}}`; products contain the value'),
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
        'Members of the definition as they were read: if the stored definition differs in one of them, nothing is stored. Null: expects that the attribute does not exist',
      ),
  })
  .meta({ id: 'AttributeDefinitionInput' });
