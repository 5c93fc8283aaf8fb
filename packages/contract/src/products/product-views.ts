import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { readableText } from '../operation/readable-text.ts';
import { storableText } from '../operation/storable-text.ts';

/** Maximum number of views that a client shares, of views of one person for one client, and of characters of a name. */
export const productViewLimits = { shared: 200, own: 100, name: 60 } as const;

const maxVersion = 2_147_483_647;

const text = storableText(4_000);
const texts = z.array(text).max(200).optional();

const search = z
  .strictObject({
    text: text.optional(),
    family: text.optional(),
    category: text.optional(),
    where: texts,
    readiness: texts,
    channelState: texts,
    updatedSince: text.optional(),
    updatedBefore: text.optional(),
    createdSince: text.optional(),
    createdBefore: text.optional(),
    assetState: texts,
    sort: text.optional(),
    columns: texts.describe('Keys of the columns, in order; absent: the usual columns'),
  })
  .describe('The filters and the order, as query parameters of the product list, and the columns')
  .meta({ id: 'ProductViewSearch' });

const content = {
  name: readableText(productViewLimits.name).describe('Shown on the tab of the view'),
  shared: z.boolean().describe('True: all members of the client see the view. False: only you do'),
  search,
};

const contentSchema = z.strictObject(content).meta({ id: 'ProductViewContent' });
export type ProductViewContent = z.output<typeof contentSchema>;

export const productViewSchema = z
  .object({
    viewId: z.string(),
    ...content,
    version: z.number().int().describe('Increases by 1 with each change'),
    changedAt: z.string(),
    changedBy: z.string().nullable().describe('Name of the person; null if the person has been deleted'),
  })
  .meta({ id: 'ProductView' });
export type ProductView = z.output<typeof productViewSchema>;

const forMember = { tag: 'Views', permission: { who: 'member' } } as const;
const path = '/console/product-views';
const params = z.object({ viewId: storableText(100) });
const expectedVersion = integerText(1, maxVersion)
  .optional()
  .describe(
    'The version that the change is based on: if another one is current, nothing is changed and the answer is `changed-meanwhile`, with the current view as `stored`',
  );
const rights = 'Viewers of the client can change only their own views.';

export const listProductViews = operation({
  ...forMember,
  id: 'listProductViews',
  method: 'GET',
  path,
  summary: 'List the saved views of the product list that you can see, by name',
  params: none,
  query: none,
  answers: {
    200: {
      description: 'Your own views and those that are shared',
      schema: z.object({ views: z.array(productViewSchema) }).meta({ id: 'ProductViewList' }),
    },
  },
  problems: [],
});

export const createProductView = operation({
  ...forMember,
  id: 'createProductView',
  audit: 'none',
  method: 'POST',
  path,
  maxBodyBytes: bodyBytes.settings,
  summary: 'Save filters, order and columns of the product list as a view',
  description: `A client shares at most ${productViewLimits.shared} views, and each person has at most ${productViewLimits.own} of their own for it. ${rights}`,
  params: none,
  query: none,
  body: contentSchema,
  answers: { 201: { description: 'The view', schema: productViewSchema } },
  problems: ['invalid-body', 'malformed-json', 'forbidden', 'not-possible-now'],
});

export const putProductView = operation({
  ...forMember,
  id: 'putProductView',
  audit: 'none',
  method: 'PUT',
  path: `${path}/{viewId}`,
  maxBodyBytes: bodyBytes.settings,
  summary: 'Change the name, filters or columns of a saved view, share it, or stop sharing it',
  description: `If you stop sharing a view, it becomes your own. ${rights}`,
  params,
  query: z.object({ expectedVersion }),
  body: contentSchema,
  answers: { 200: { description: 'The view', schema: productViewSchema } },
  problems: [
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
    'forbidden',
    'unknown-view',
    'changed-meanwhile',
    'not-possible-now',
  ],
});

export const deleteProductView = operation({
  ...forMember,
  id: 'deleteProductView',
  audit: 'none',
  method: 'DELETE',
  path: `${path}/{viewId}`,
  summary: 'Delete a saved view',
  description: `The products are not affected. ${rights}`,
  params,
  query: z.object({ expectedVersion }),
  answers: { 204: { description: 'The view is deleted' } },
  problems: ['invalid-parameter', 'forbidden', 'unknown-view', 'changed-meanwhile'],
});
