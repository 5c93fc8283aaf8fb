import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText } from '../operation/parameters.ts';
import { partOfName } from '../operation/search-text.ts';
import { storableText } from '../operation/storable-text.ts';
import { standardAttributeSchema } from './standard-attribute.ts';
import { standardHeadSchema } from './data-standard.ts';
import { standardCategorySchema } from './standard-category.ts';
import { standardRuleSchema } from './standard-rule.ts';
import { standardChangeSchema, standardVersionSchema } from './standard-version.ts';
import { maxVersion, standardAnswer, standardQuery, versionList, versionPage } from './standard-parts.ts';
import { listValueSchema, valueListSchema } from './value-list.ts';

const forClient = {
  tag: 'Data standards',
  permission: { who: 'client', scope: 'datastandards' },
  method: 'GET',
} as const;
const params = z.object({ datastandardId: storableText().describe('Id of the channel') });
const path = '/api/datastandards/v1/datastandards/{datastandardId}';
const version = integerText(1, maxVersion).optional().describe('Default: the current version');
const page = {
  limit: integerText(1, 1000).default(100),
  startingAfter: z.string().max(4096).optional().describe('The `next` of the previous page'),
};
const pageOf = <Name extends string, Item extends z.ZodType>(name: Name, item: Item, id: string) =>
  z
    .object({ version: z.number().int(), [name]: z.array(item), hasMore: z.boolean(), next: z.string().nullable() } as {
      version: z.ZodNumber;
      hasMore: z.ZodBoolean;
      next: z.ZodNullable<z.ZodString>;
    } & { [One in Name]: z.ZodArray<Item> }) // the inferred type lacks the computed name
    .meta({ id });

export const getDataStandard = operation({
  ...forClient,
  id: 'getDataStandard',
  path,
  summary: 'The data standard of a channel',
  description: 'Large: read lists of attributes, categories and values page by page with the other operations.',
  params,
  query: standardQuery,
  answers: standardAnswer,
  problems: ['unknown-standard', 'too-many-requests'],
});

export const getStandardHead = operation({
  ...forClient,
  id: 'getStandardHead',
  path: `${path}/head`,
  summary: 'The head of a data standard, with its version',
  description: 'Everything except attributes, categories, value lists and rules.',
  params,
  query: z.object({ version }),
  answers: {
    200: {
      description: 'Version and head',
      schema: z.object({ version: standardVersionSchema, head: standardHeadSchema }).meta({ id: 'StandardHead' }),
    },
  },
  problems: ['unknown-standard'],
});

export const listStandardAttributes = operation({
  ...forClient,
  id: 'listStandardAttributes',
  path: `${path}/attributes`,
  summary: 'List the attributes of a data standard',
  params,
  query: z.object({ version, text: partOfName, ...page }),
  answers: {
    200: {
      description: 'In the order of the standard',
      schema: pageOf(
        'attributes',
        standardAttributeSchema.extend({ path: z.string() }).meta({ id: 'StandardTarget' }),
        'StandardAttributeList',
      ),
    },
  },
  problems: ['unknown-standard', 'query-too-slow'],
});

export const listStandardCategories = operation({
  ...forClient,
  id: 'listStandardCategories',
  path: `${path}/categories`,
  summary: 'List the categories of a data standard',
  params,
  query: z.object({
    version,
    parentId: z.string().max(255).optional().describe('Only the children of this category'),
    topLevel: booleanText().default(false).describe('Only categories without a parent'),
    text: partOfName,
    ...page,
  }),
  answers: {
    200: {
      description: 'In the order of the standard',
      schema: pageOf(
        'categories',
        standardCategorySchema
          .extend({
            isAssignable: z.boolean().describe('Products can have this category'),
            hasChildren: z.boolean(),
            path: z.array(z.string()).describe('Names of its ancestors and its own, from the top'),
          })
          .meta({ id: 'ListedCategory' }),
        'StandardCategoryList',
      ),
    },
  },
  problems: ['unknown-standard', 'query-too-slow'],
});

export const listStandardValueLists = operation({
  ...forClient,
  id: 'listStandardValueLists',
  path: `${path}/value-lists`,
  summary: 'List the value lists of a data standard, without their values',
  params,
  query: z.object({ version, text: partOfName, ...page }),
  answers: {
    200: {
      description: 'In the order of the standard',
      schema: pageOf(
        'valueLists',
        valueListSchema.omit({ values: true }).meta({ id: 'ListedValueList' }),
        'StandardValueListList',
      ),
    },
  },
  problems: ['unknown-standard'],
});

export const listStandardRules = operation({
  ...forClient,
  id: 'listStandardRules',
  path: `${path}/rules`,
  summary: 'List the rules of a data standard',
  params,
  query: z.object({ version, text: partOfName, ...page }),
  answers: {
    200: {
      description: 'In the order of the standard',
      schema: pageOf('rules', standardRuleSchema, 'StandardRuleList'),
    },
  },
  problems: ['unknown-standard'],
});

export const listStandardValues = operation({
  ...forClient,
  id: 'listStandardValues',
  path: `${path}/value-lists/{listId}`,
  summary: 'List the values of a value list',
  params: params.extend({ listId: storableText() }),
  query: z.object({
    version,
    text: partOfName,
    parentValue: z.string().max(1000).optional().describe('Only values that are allowed beside this value'),
    ...page,
  }),
  answers: {
    200: {
      description: 'In the order of the standard',
      schema: pageOf('values', listValueSchema, 'StandardValueList'),
    },
  },
  problems: ['unknown-standard', 'query-too-slow'],
});

export const listStandardVersions = operation({
  ...forClient,
  id: 'listStandardVersions',
  path: `${path}/versions`,
  summary: 'List the versions of a data standard',
  params,
  query: versionPage,
  answers: versionList,
  problems: ['unknown-standard'],
});

export const listStandardChanges = operation({
  ...forClient,
  id: 'listStandardChanges',
  path: `${path}/changes`,
  summary: 'List the differences between two versions of a data standard',
  params,
  query: z.object({ from: integerText(1, maxVersion), to: integerText(1, maxVersion), ...page }),
  answers: {
    200: { description: 'By kind and id', schema: pageOf('changes', standardChangeSchema, 'StandardChangeList') },
  },
  problems: ['unknown-standard'],
});
