import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { itemProblemSchema } from '../problems/problems.ts';
import { must } from '../problems/requirement.ts';

export const attributeTypeIds = [
  'string',
  'composite',
  'asset',
  'integer',
  'decimal',
  'fraction',
  'gtin',
  'date',
  'reference',
  'boolean',
  'datetime',
  'quantity',
  'html',
] as const;
export type AttributeTypeId = (typeof attributeTypeIds)[number];

export const attributeDefinitionSchema = z
  .object({
    id: z.string(),
    path: z.string().describe('Ids from the top level down, joined by "/"; unique'),
    name: z.string(),
    compositeAttribute: z
      .string()
      .nullable()
      .describe('Id of the composite that contains the attribute; null at the top level'),
    type: z.object({ id: z.string(), multiValue: z.boolean() }),
    externalId: z.string().optional(),
    description: z.string().optional(),
    labels: z
      .record(z.string(), z.string())
      .optional()
      .describe('Canonical language tag → what people see instead of the name'),
    restriction: z.looseObject({}).optional(),
    units: z.array(z.string()).optional(),
    groupIds: z.array(z.string()).optional(),
    displaySequence: z.number().int().optional(),
  })
  .meta({ id: 'AttributeDefinition' });
export type AttributeDefinition = z.infer<typeof attributeDefinitionSchema>;

export const storedDefinitionSchema = attributeDefinitionSchema
  .extend({ outcome: z.enum(['created', 'updated', 'unchanged']) })
  .meta({ id: 'StoredAttributeDefinition' });

const putAttributesAnswerSchema = z
  .object({
    attributes: z.array(storedDefinitionSchema),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    warnings: z
      .array(
        itemProblemSchema
          .pick({ code: true, path: true, message: true, params: true })
          .meta({ id: 'DefinitionWarning' }),
      )
      .describe(
        'Settings that were stored but have no effect, identifiers that were cleaned, and names that look like another one',
      ),
  })
  .meta({ id: 'PutAttributesAnswer' });
export type PutAttributesAnswer = z.infer<typeof putAttributesAnswerSchema>;

/** Maximum number of attribute definitions in one request. */
const maxDefinitions = 20_000;

/** An array of definitions. Accepts any elements, because the server validates them separately and reports all problems at once. */
export const definitionsBody = z
  .array(z.unknown())
  .max(maxDefinitions, must({ rule: 'max-items', limit: maxDefinitions }))
  .describe('Attribute definitions')
  .meta({
    override: {
      type: 'array',
      maxItems: maxDefinitions,
      items: { $ref: '#/components/schemas/AttributeDefinitionInput' },
      example: [
        { id: 'price', name: 'Price', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
        {
          id: 'price.amount',
          name: 'amount',
          compositeAttribute: 'price',
          type: { id: 'decimal', multiValue: false },
        },
        {
          id: 'price.currency',
          name: 'currency',
          compositeAttribute: 'price',
          type: { id: 'string', multiValue: false },
        },
      ],
    },
  });

const attributesPath = '/api/datastandards/v1/datastandards/attributes';
const attributeParams = z.object({
  attributeId: z.string().describe('Id of a top-level attribute, or the path `Parent/Child`'),
});

export const putAttributes = operation({
  id: 'putAttributes',
  audit: { object: 'definition' },
  maxBodyBytes: bodyBytes.list,
  method: 'PUT',
  path: attributesPath,
  tag: 'Data standards',
  summary: 'Create or change attribute definitions',
  description:
    'The body is a list of definitions, even for a single one. Definitions are merged by identity: the id of a top-level attribute; parent and id of a child. All or nothing, and safe to repeat. Parents and children may be in any order. ' +
    'Without `compositeAttribute` a definition is at the top level; without `type.multiValue` it has one value, a composite has several. `restriction` and `units` can also be given inside `type`. ' +
    'Stored values are kept: if they do not fit a changed definition, the answer is `values-do-not-fit` with `count` (products) and `samples`. ' +
    'The answer is sent when all stored values have been checked (100,000 products take some seconds); imports and edits continue in the meantime. If single values become lists or lists become single values, every read returns the new form immediately, and products are changed in the background. ' +
    'With the operation startDefinitionChange, the check runs in the background, with a preview, progress and the option to cancel. ' +
    'With `expected`, a definition that was changed concurrently is not overwritten: the answer is `changed-meanwhile`, with the stored definition as `stored`.',
  permission: { who: 'client', scope: 'datastandards' },
  params: none,
  query: none,
  body: definitionsBody,
  answers: {
    200: {
      description: 'The stored definitions, in the order of the request',
      schema: putAttributesAnswerSchema,
    },
  },
  problems: [
    'malformed-json',
    'invalid-body',
    'unsupported-content-type',
    'body-too-large',
    'invalid-definitions',
    'changed-meanwhile',
    'values-do-not-fit',
    'not-possible-now',
  ],
});

export const listAttributes = operation({
  id: 'listAttributes',
  method: 'GET',
  path: attributesPath,
  tag: 'Data standards',
  summary: 'List all attribute definitions, in display order',
  permission: { who: 'client', scope: 'datastandards' },
  params: none,
  query: none,
  answers: {
    200: {
      description: 'Parents precede their children',
      schema: z.object({ attributes: z.array(attributeDefinitionSchema) }).meta({ id: 'AttributeList' }),
    },
  },
  problems: [],
});

export const getAttribute = operation({
  id: 'getAttribute',
  method: 'GET',
  path: `${attributesPath}/{attributeId}`,
  tag: 'Data standards',
  summary: 'Get one attribute definition',
  permission: { who: 'client', scope: 'datastandards' },
  params: attributeParams,
  query: none,
  answers: { 200: { description: 'The definition', schema: attributeDefinitionSchema } },
  problems: ['unknown-attribute'],
});

export const deleteAttribute = operation({
  id: 'deleteAttribute',
  audit: { object: 'definition', id: 'attributeId' },
  method: 'DELETE',
  path: `${attributesPath}/{attributeId}`,
  tag: 'Data standards',
  summary: 'Delete an unused attribute',
  permission: { who: 'client', scope: 'datastandards' },
  params: attributeParams,
  query: none,
  answers: { 204: { description: 'Deleted, including its children' } },
  problems: ['unknown-attribute', 'attribute-in-use', 'not-possible-now'],
});
