import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { searchText } from '../operation/search-text.ts';
import { productFilterQuery } from './products.ts';

const isComplete = z
  .boolean()
  .describe('False: counting ended after about 80 ms, so every number is a lower bound, and values can be missing');

const productValuesSchema = z
  .object({
    values: z
      .array(z.object({ value: z.string(), products: z.number().int() }))
      .describe('The most frequent values, with the number of matching products that have them'),
    hasMore: z.boolean().describe('True: there are more values than `limit`, or too many to list'),
    products: z.number().int().describe('Number of matching products'),
    missing: z.number().int().describe('Number of matching products without a value'),
    min: z
      .string()
      .nullable()
      .describe(
        'The lowest value of a number, a date, or a number with a unit that has few different values; otherwise null',
      ),
    max: z.string().nullable().describe('The highest value, as `min`'),
    isComplete,
  })
  .meta({ id: 'ProductValues' });
export type ProductValues = z.infer<typeof productValuesSchema>;

export const listProductValues = operation({
  id: 'listProductValues',
  method: 'GET',
  path: '/api/products/v1/product-values',
  tag: 'Products',
  summary: 'List the values of a field, with the number of matching products',
  description:
    'For forms that offer values to filter by. In a catalogue of more than 5,000 products, the first request for a field without a filter builds an index of its values in the background; counts from it can be a few seconds old.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    ...productFilterQuery,
    field: searchText
      .max(4096)
      .describe(
        '`__FAMILY`, `__CATEGORY`, or an attribute by id or name; a child of a composite by path: `price/currency`, with the escapes of `where`',
      ),
    limit: integerText(1, 200).default(50),
  }),
  answers: { 200: { description: 'The values', schema: productValuesSchema } },
  problems: ['invalid-parameter', 'query-too-slow'],
});

const productCategoriesSchema = z
  .object({
    categories: z.array(
      z.object({
        path: z
          .string()
          .describe('The whole path, its steps separated by " > "; filter by it and all below it with `__CATEGORY^=…`'),
        name: z.string().describe('The last step of the path'),
        products: z.number().int().describe('Number of matching products in the category and below it'),
        hasChildren: z.boolean(),
      }),
    ),
    products: z.number().int().describe('Number of matching products'),
    missing: z.number().int().describe('Number of matching products without a category'),
    isComplete,
  })
  .meta({ id: 'ProductCategories' });
export type ProductCategories = z.infer<typeof productCategoriesSchema>;

export const listProductCategories = operation({
  id: 'listProductCategories',
  method: 'GET',
  path: '/api/products/v1/product-categories',
  tag: 'Products',
  summary: 'List one level of the category tree, with the number of matching products',
  description:
    'The levels of a category are separated by ">" or, in a category without ">", by "/". Spaces around them do not count. Categories with the same levels are one. Counts include subcategories. In a catalogue of more than 5,000 products, the first request builds an index in the background; counts from it can be a few seconds old.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    ...productFilterQuery,
    under: searchText
      .max(4096)
      .optional()
      .describe('The path of a category, whose next level is listed; default: the top level'),
  }),
  answers: { 200: { description: 'The categories, by name', schema: productCategoriesSchema } },
  problems: ['invalid-parameter', 'query-too-slow'],
});
