import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { itemProblemSchema } from '../problems/problems.ts';
import { must } from '../problems/requirement.ts';

export const attributeDefinitionSchema = z
  .object({
    id: z.string(),
    path: z.string().describe('Ids from the top down, joined by "/": names the attribute without doubt'),
    name: z.string(),
    compositeAttribute: z.string().nullable().describe('Id of the composite that holds it; null at the top level'),
    type: z.object({ id: z.string(), multiValue: z.boolean() }),
    externalId: z.string().optional(),
    description: z.string().optional(),
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
      .describe('What was stored but has no effect, such as a limit that does not apply to the type'),
  })
  .meta({ id: 'PutAttributesAnswer' });
export type PutAttributesAnswer = z.infer<typeof putAttributesAnswerSchema>;

/** So many definitions fit into one request. */
const maxDefinitions = 20_000;

const attributesPath = '/api/datastandards/v1/datastandards/attributes';
const attributeParams = z.object({
  attributeId: z.string().describe('Id of a top-level attribute, or the path `Parent/Child`'),
});

export const putAttributes = operation({
  id: 'putAttributes',
  method: 'PUT',
  path: attributesPath,
  tag: 'Data standards',
  summary: 'Create or change attribute definitions',
  description:
    'Merges by identity: the id of a top-level attribute, parent and id of a child. All or nothing, and safe to repeat. Parents and children may come in any order. ' +
    'Stored values are kept: where they do not fit a changed definition, the answer is `values-do-not-fit` with `count` (products) and `samples`. ' +
    'With `expected` a definition that somebody else has changed is not overwritten: the answer is `changed-meanwhile`, with what is stored as `stored`.',
  permission: { who: 'client', scope: 'datastandards' },
  params: none,
  query: none,
  body: z
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
    }),
  answers: {
    200: {
      description: 'The definitions as they are stored now, in the order of the request',
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
  summary: 'All attribute definitions, in display order',
  permission: { who: 'client', scope: 'datastandards' },
  params: none,
  query: none,
  answers: {
    200: {
      description: 'Parents come before their children',
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
  summary: 'One attribute definition',
  permission: { who: 'client', scope: 'datastandards' },
  params: attributeParams,
  query: none,
  answers: { 200: { description: 'The definition', schema: attributeDefinitionSchema } },
  problems: ['unknown-attribute'],
});

export const deleteAttribute = operation({
  id: 'deleteAttribute',
  method: 'DELETE',
  path: `${attributesPath}/{attributeId}`,
  tag: 'Data standards',
  summary: 'Delete an attribute that nothing uses',
  permission: { who: 'client', scope: 'datastandards' },
  params: attributeParams,
  query: none,
  answers: { 204: { description: 'Deleted, with its children' } },
  problems: ['unknown-attribute', 'attribute-in-use', 'not-possible-now'],
});
