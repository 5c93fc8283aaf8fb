import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, listOf, none } from '../operation/parameters.ts';
import { must } from '../problems/requirement.ts';

export const assetStatuses = ['WAITING_FOR_UPLOAD', 'WAITING_FOR_DOWNLOAD', 'DOWNLOADING', 'READY', 'FAILED'] as const;
export type AssetStatus = (typeof assetStatuses)[number];

/** none: no picture; due: being made; made: it can be fetched; failed: none could be made of this file. */
export const previewStates = ['none', 'due', 'made', 'failed'] as const;

export const thumbnailSizes = ['small', 'medium', 'large'] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];
/** Longest side of each thumbnail in pixels. */
export const thumbnailPixels = { small: 128, medium: 400, large: 1200 } as const satisfies Record<
  ThumbnailSize,
  number
>;

export const assetSchema = z
  .object({
    id: z.string().describe('The value that products hold: an id, or the URL that it is downloaded from'),
    name: z.string().describe('File name, for people'),
    contentType: z.string().nullable(),
    created: z.string(),
    updated: z.string(),
    origin: z.enum(['upload', 'download']).describe('How the content came in, or will come in'),
    status: z.enum(assetStatuses),
    statusCode: z.string().nullable().describe('Why it is FAILED, or what its last try came to'),
    statusInfo: z.string().nullable().describe('The same as a sentence'),
    tries: z.number().int().describe('Downloads that were tried since it was last asked for'),
    nextTry: z.string().nullable().describe('When the next download is due'),
    size: z.number().int().nullable().describe('Bytes'),
    sha256: z.string().nullable(),
    width: z.number().int().optional().describe('Of an image, as it is shown'),
    height: z.number().int().optional(),
    hasThumbnail: z.boolean(),
    preview: z.enum(previewStates).describe('none: no picture; due: thumbnails are being made; failed: they cannot be'),
    previewCode: z.string().nullable().describe('Why there are no thumbnails of a picture'),
    previewInfo: z.string().nullable().describe('The same as a sentence'),
    usedBy: z.number().int().describe('Products that refer to it'),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof assetSchema>;

const assetsPath = '/api/asset/v1/assets';
const params = z.object({ assetId: z.string().describe('The id or URL, percent-encoded') });
const permission = { who: 'client', scope: 'assets' } as const;
const tag = 'Assets';
/** PostgreSQL holds no U+0000, so that nothing stored could ever match it. */
const searchText = z.string().refine((text) => !text.includes('\u0000'), must('no-null-character'));

export const uploadAsset = operation({
  id: 'uploadAsset',
  method: 'POST',
  path: `${assetsPath}/upload`,
  tag,
  summary: 'Upload the file of an asset',
  description:
    'The asset must be referenced by a product: import the product with the assetId as the value of an attribute of type asset (or as PRIMARY_ASSET) first. Uploading again replaces the content and keeps the id.',
  permission,
  params: none,
  query: z.object({
    assetId: searchText.min(1, must('not-empty')).describe('The id that the product holds'),
    contentType: z
      .string()
      .regex(/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/, must('media-type'))
      .optional()
      .describe('Default: found in the bytes'),
  }),
  stream: {
    contentTypes: ['multipart/form-data'],
    description: 'One part with the file, called `file`. Other fields are ignored.',
  },
  answers: { 200: { description: 'The asset, with its content in place', schema: assetSchema } },
  problems: [
    'unknown-asset',
    'invalid-body',
    'invalid-parameter',
    'unsupported-content-type',
    'body-too-large',
    'request-aborted',
  ],
});

export const listAssets = operation({
  id: 'listAssets',
  method: 'GET',
  path: assetsPath,
  tag,
  summary: 'Assets, by id, in pages',
  permission,
  params: none,
  query: z.object({
    status: listOf(z.enum(assetStatuses, must({ rule: 'one-of', values: assetStatuses })))
      .optional()
      .describe('Only these states, repeatable'),
    text: searchText.min(1).max(255).optional().describe('Found in the id or the name, in any letter case'),
    id: listOf(searchText.min(1)).optional().describe('Only these, repeatable; unknown ones are left out'),
    productId: searchText.min(1).optional().describe('Only assets that this product refers to'),
    unused: booleanText().optional().describe('true: only assets that no product refers to; false: only the others'),
    limit: integerText(1, 1000).default(100),
    startingAfter: z.string().optional().describe('`next` of the page before'),
  }),
  answers: {
    200: {
      description: 'A page of assets',
      schema: z
        .object({ assets: z.array(assetSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'AssetPage' }),
    },
  },
  problems: ['invalid-parameter'],
});

export const getAsset = operation({
  id: 'getAsset',
  method: 'GET',
  path: `${assetsPath}/{assetId}`,
  tag,
  summary: 'One asset',
  permission,
  params,
  query: none,
  answers: { 200: { description: 'The asset', schema: assetSchema } },
  problems: ['unknown-asset'],
});

export const getAssetContent = operation({
  id: 'getAssetContent',
  method: 'GET',
  path: `${assetsPath}/{assetId}/content`,
  tag,
  summary: 'The file itself, exactly as it came in',
  description: 'HEAD, Range, If-Range and If-None-Match are understood.',
  permission,
  params,
  query: none,
  headers: {
    Range: 'Bytes such as `bytes=0-1023` or `bytes=-500`',
    'If-None-Match': 'The ETag of what the caller has; answered 304 while it is still that',
    'If-Range': 'The Range counts only while the ETag is this one',
  },
  answers: {
    200: { description: 'All bytes', contentType: 'application/octet-stream' },
    206: { description: 'The bytes of the range', contentType: 'application/octet-stream' },
    304: { description: 'Unchanged' },
  },
  problems: ['unknown-asset', 'not-possible-now', 'range-not-satisfiable'],
});

export const getAssetThumbnail = operation({
  id: 'getAssetThumbnail',
  method: 'GET',
  path: `${assetsPath}/{assetId}/thumbnail`,
  tag,
  summary: 'A small picture of an image, as WebP',
  permission,
  params,
  query: z.object({
    size: z
      .string()
      .regex(/^(small|medium|large|[1-9]\d{0,4})$/, must('thumbnail-size'))
      .default('medium')
      .describe('small (128), medium (400), large (1200), or pixels: the next larger one of the three'),
  }),
  answers: {
    200: { description: 'The picture, turned upright, without metadata', contentType: 'image/webp' },
    304: { description: 'Unchanged' },
  },
  problems: ['unknown-asset', 'not-found', 'invalid-parameter'],
});

export const retryAsset = operation({
  id: 'retryAsset',
  method: 'POST',
  path: `${assetsPath}/{assetId}/retry`,
  tag,
  summary: 'Download again',
  description:
    'A failed download is tried anew, with all its tries. Of a downloaded asset a newer version is asked for; its content stays until that has arrived.',
  permission,
  params,
  query: none,
  answers: { 200: { description: 'The asset, waiting for its download', schema: assetSchema } },
  problems: ['unknown-asset', 'not-possible-now'],
});

export const deleteAsset = operation({
  id: 'deleteAsset',
  method: 'DELETE',
  path: `${assetsPath}/{assetId}`,
  tag,
  summary: 'Delete an asset that no product refers to',
  permission,
  params,
  query: none,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-asset', 'asset-in-use'],
});

export const conversionJobSchema = z
  .object({
    jobId: z.string(),
    type: z.string().describe('What the attribute became'),
    status: z.enum(['Converting', 'Completed']),
    products: z.number().int().describe('Products that hold the attribute and were gone through so far'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'ConversionJob' });
export type ConversionJob = z.infer<typeof conversionJobSchema>;

const valueKind = z.object({
  values: z.number().int(),
  distinct: z.number().int(),
  waiting: z.number().int().describe('Of the distinct ones, those that no file is there for yet'),
  samples: z.array(z.string()).describe('The first few, cut to 200 characters'),
});

export const conversionPreviewSchema = z
  .object({
    attributeId: z.string(),
    path: z.string(),
    type: z.string().describe('What the attribute is now'),
    convertible: z.boolean().describe('A composite holds rows, which no asset can be'),
    products: z.number().int().describe('Products that hold it, or the composite that it lies in'),
    values: z.number().int(),
    urls: valueKind.describe('http and https addresses: each distinct one is one download'),
    ids: valueKind.describe('Asset ids: each distinct one waits for its upload'),
    others: valueKind.describe(
      'Texts that look like neither: other schemes, several lines, blanks without the ending of a file name, more than 255 characters. They are taken as asset ids, too: each distinct one waits for an upload under exactly this text',
    ),
    job: conversionJobSchema.nullable().describe('The last conversion of this attribute'),
  })
  .meta({ id: 'ConversionPreview' });
export type ConversionPreview = z.infer<typeof conversionPreviewSchema>;

export const convertAttributeBody = z
  .object({ type: z.enum(['asset', 'string']).default('asset') })
  .meta({ id: 'ConvertAttribute' });

const conversionPath = '/console/clients/{clientId}/attributes/{attributeId}/conversion';
const conversionParams = z.object({
  clientId: z.string(),
  attributeId: z.string().describe('Id of a top-level attribute, or the path `Parent/Child`'),
});

export const previewConversion = operation({
  id: 'previewConversion',
  method: 'GET',
  path: conversionPath,
  tag,
  summary: 'What converting an attribute to Asset would do, and how far a conversion is',
  permission: { who: 'operator' },
  params: conversionParams,
  query: none,
  answers: { 200: { description: 'Counts and samples of the stored values', schema: conversionPreviewSchema } },
  problems: ['unknown-client', 'unknown-attribute'],
});

const assetCount = z.number().int();

export const conversionProgressSchema = z
  .object({
    job: conversionJobSchema.nullable().describe('The last conversion of this attribute'),
    assets: z
      .object({
        waitingForUpload: assetCount.describe('Ids whose file nobody has uploaded yet'),
        waitingForDownload: assetCount.describe('Not tried yet'),
        downloading: assetCount.describe('Being downloaded now'),
        retrying: assetCount.describe('Failed so far; tried again later'),
        ready: assetCount.describe('Downloaded or uploaded'),
        failed: assetCount,
      })
      .describe('Assets that products refer to through the attribute, by state'),
    failures: z
      .array(z.object({ statusCode: z.string(), assets: assetCount, sample: z.string() }))
      .describe('Why some are failed or tried again, the most frequent reason first, each with one of them'),
  })
  .meta({ id: 'ConversionProgress' });
export type ConversionProgress = z.infer<typeof conversionProgressSchema>;

/** What both are answered that ask for it: operators for any client, and whoever may define attributes for their own. */
export const conversionProgressAnswers = {
  200: { description: 'The conversion and counts of its assets', schema: conversionProgressSchema },
} as const;

export const getConversionProgress = operation({
  id: 'getConversionProgress',
  method: 'GET',
  path: `${conversionPath}/progress`,
  tag,
  summary: 'How far a conversion is, and what became of the assets that it found',
  permission: { who: 'operator' },
  params: conversionParams,
  query: none,
  answers: conversionProgressAnswers,
  problems: ['unknown-client', 'unknown-attribute'],
});

export const convertAttribute = operation({
  id: 'convertAttribute',
  method: 'POST',
  path: conversionPath,
  tag,
  summary: 'Convert an attribute to Asset, or back to string',
  description:
    'From now on every import treats the attribute as what it became. Values that are stored already are gone through in the background: their URLs are downloaded, their ids wait for uploads.',
  permission: { who: 'operator' },
  params: conversionParams,
  query: none,
  body: convertAttributeBody,
  answers: { 202: { description: 'The conversion runs', schema: conversionPreviewSchema } },
  problems: [
    'unknown-client',
    'unknown-attribute',
    'invalid-body',
    'malformed-json',
    'values-do-not-fit',
    'invalid-definitions',
    'not-possible-now',
  ],
});
