import { z } from 'zod';
import { assetStatuses } from './assets.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';

/** Number of assets by state. States without assets are 0. */
export const assetCountsSchema = z.record(z.enum(assetStatuses), z.number().int()).meta({ id: 'AssetCounts' });
export type AssetCounts = z.infer<typeof assetCountsSchema>;

export const assetUseSchema = z
  .object({
    productId: z.string(),
    name: z.string().nullable(),
    attributes: z.array(z.string()).describe('Paths of the attributes that refer to the asset, or PRIMARY_ASSET'),
  })
  .meta({ id: 'AssetUse' });
export type AssetUse = z.infer<typeof assetUseSchema>;

const common = { tag: 'Assets', permission: { who: 'client', scope: 'assets' }, query: none } as const;

export const getAssetOverview = operation({
  ...common,
  id: 'getAssetOverview',
  method: 'GET',
  path: '/console/assets/overview',
  summary: 'Get the number of assets by state and their stored bytes',
  params: none,
  answers: {
    200: {
      description: 'Counts over all assets of the client',
      schema: z
        .object({
          counts: assetCountsSchema,
          bytes: z.number().int().describe('Stored bytes; identical files count once'),
        })
        .meta({ id: 'AssetOverview' }),
    },
  },
  problems: [],
});

export const retryFailedAssets = operation({
  ...common,
  id: 'retryFailedAssets',
  audit: 'none',
  method: 'POST',
  path: '/console/assets/retry-failed',
  summary: 'Retry the download of all FAILED assets',
  params: none,
  answers: {
    200: {
      description: 'The assets are queued for download',
      schema: z.object({ retried: z.number().int() }).meta({ id: 'RetriedAssets' }),
    },
  },
  problems: [],
});

export const listAssetUses = operation({
  ...common,
  id: 'listAssetUses',
  method: 'GET',
  path: '/api/asset/v1/assets/{assetId}/products',
  summary: 'List the products that refer to an asset, ordered by id',
  params: z.object({ assetId: z.string().describe('The id or URL, percent-encoded') }),
  query: z.object({
    limit: integerText(1, 1000).default(100),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of products, with the attributes that refer to the asset',
      schema: z
        .object({ products: z.array(assetUseSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'AssetUsePage' }),
    },
  },
  problems: ['unknown-asset', 'invalid-parameter'],
});
