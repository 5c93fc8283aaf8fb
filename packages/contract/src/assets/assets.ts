import { z } from 'zod';
import { fileAnswers } from '../operation/file-answers.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, listOf, none } from '../operation/parameters.ts';
import { partOfName, searchedId, searchText } from '../operation/search-text.ts';
import { must } from '../problems/requirement.ts';

export const assetStatuses = ['WAITING_FOR_UPLOAD', 'WAITING_FOR_DOWNLOAD', 'DOWNLOADING', 'READY', 'FAILED'] as const;
export type AssetStatus = (typeof assetStatuses)[number];

/**
 * State of an asset's preview. `none`: not an image; `due`: not generated yet; `made`: available; `failed`: cannot be generated from this
 * file.
 */
export const previewStates = ['none', 'due', 'made', 'failed'] as const;

export const thumbnailSizes = ['small', 'medium', 'large'] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];
/** Longest side of each thumbnail, in pixels. */
export const thumbnailPixels = { small: 128, medium: 400, large: 1200 } as const satisfies Record<
  ThumbnailSize,
  number
>;

export const assetSchema = z
  .object({
    id: z.string().describe('The value in products: an id, or the URL that the file is downloaded from'),
    name: z.string().describe('File name, for people'),
    contentType: z.string().nullable(),
    created: z.string(),
    updated: z.string(),
    origin: z.enum(['upload', 'download']).describe('How the content is obtained'),
    status: z.enum(assetStatuses),
    statusCode: z.string().nullable().describe('Why the asset is FAILED, or the result of the last attempt'),
    statusInfo: z.string().nullable().describe('The same as text'),
    tries: z.number().int().describe('Download attempts since the download was last requested'),
    nextTry: z.string().nullable().describe('Time of the next download attempt'),
    size: z.number().int().nullable().describe('Bytes'),
    sha256: z.string().nullable(),
    width: z.number().int().optional().describe('Images only: width in pixels as displayed'),
    height: z.number().int().optional(),
    hasThumbnail: z.boolean(),
    preview: z
      .enum(previewStates)
      .describe(
        'none: not an image; due: thumbnails are being generated; made: available; failed: cannot be generated',
      ),
    previewCode: z.string().nullable().describe('Why an image has no thumbnails'),
    previewInfo: z.string().nullable().describe('The same as text'),
    usedBy: z.number().int().describe('Number of products that refer to the asset'),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof assetSchema>;

const assetsPath = '/api/asset/v1/assets';
const params = z.object({ assetId: z.string().describe('The id or URL, percent-encoded') });
const permission = { who: 'client', scope: 'assets' } as const;
const tag = 'Assets';

export const uploadAsset = operation({
  id: 'uploadAsset',
  audit: 'none',
  method: 'POST',
  path: `${assetsPath}/upload`,
  tag,
  summary: 'Upload the file of an asset',
  description:
    'A product must refer to the asset, unless the upload creates it: first import the product with the assetId as the value of an attribute of type asset (or as PRIMARY_ASSET). Another upload replaces the content and keeps the id.',
  permission,
  params: none,
  query: z.object({
    assetId: searchedId.describe('The id that the product refers to'),
    create: booleanText().optional().describe('true: the asset must not exist; no product needs to refer to it yet'),
    contentType: z
      .string()
      .regex(/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}\s*(?:;|$)/, must('media-type'))
      .optional()
      .describe('Default: detected from the content. Parameters such as `; charset=utf-8` are ignored'),
  }),
  stream: {
    contentTypes: ['multipart/form-data'],
    description: 'One part with the file, named `file`. Other fields are ignored.',
  },
  answers: { 200: { description: 'The asset with its content', schema: assetSchema } },
  problems: [
    'unknown-asset',
    'already-exists',
    'invalid-body',
    'invalid-parameter',
    'unsupported-content-type',
    'quota-exceeded',
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
      .describe('Only assets in these states; repeatable'),
    text: partOfName,
    id: listOf(searchText.min(1)).optional().describe('Only these assets; repeatable. Unknown ids are omitted'),
    productId: searchText.min(1).optional().describe('Only assets that this product refers to'),
    unused: booleanText()
      .optional()
      .describe('true: only assets that no product refers to; false: only assets that a product refers to'),
    contentType: searchText
      .max(127)
      .optional()
      .describe('Only assets whose content type begins with this, such as `image/` or `application/pdf`'),
    limit: integerText(1, 1000).default(100),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
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
  summary: 'Download the file, exactly as it was received',
  description: 'Supports HEAD, Range, If-Range and If-None-Match.',
  permission,
  params,
  query: none,
  headers: {
    Range: 'A byte range such as `bytes=0-1023` or `bytes=-500`',
    'If-None-Match': 'ETag of the copy that the caller has; the answer is 304 if it is still current',
    'If-Range': 'Range applies only if the ETag is still this one',
  },
  answers: fileAnswers,
  problems: ['unknown-asset', 'not-found', 'not-possible-now', 'range-not-satisfiable'],
});

export const getAssetThumbnail = operation({
  id: 'getAssetThumbnail',
  method: 'GET',
  path: `${assetsPath}/{assetId}/thumbnail`,
  tag,
  summary: 'Get a thumbnail of an image, as WebP',
  permission,
  params,
  query: z.object({
    size: z
      .string()
      .regex(/^(small|medium|large|[1-9]\d{0,4})$/, must('thumbnail-size'))
      .default('medium')
      .describe('small (128), medium (400), large (1200), or a number of pixels: the next larger size of the three'),
  }),
  answers: {
    200: { description: 'The image, turned upright, without metadata', contentType: 'image/webp' },
    304: { description: 'Unchanged' },
  },
  problems: ['unknown-asset', 'not-found', 'invalid-parameter'],
});

export const retryAsset = operation({
  id: 'retryAsset',
  audit: 'none',
  method: 'POST',
  path: `${assetsPath}/{assetId}/retry`,
  tag,
  summary: 'Download again',
  description:
    'A failed download starts again with the full number of attempts. A downloaded asset is checked for a newer version; its content stays available until the newer version has arrived.',
  permission,
  params,
  query: none,
  answers: { 200: { description: 'The asset, queued for download', schema: assetSchema } },
  problems: ['unknown-asset', 'not-possible-now'],
});

export const deleteAsset = operation({
  id: 'deleteAsset',
  audit: { object: 'asset', id: 'assetId' },
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
    type: z.string().describe('Type of the attribute after the conversion'),
    status: z.enum(['Converting', 'Completed']),
    products: z.number().int().describe('Products with a value of the attribute that were processed so far'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'ConversionJob' });
export type ConversionJob = z.infer<typeof conversionJobSchema>;

export const splitJobSchema = z
  .object({
    jobId: z.string(),
    status: z.enum(['Splitting', 'Completed']),
    products: z.number().int().describe('Products with a value of the attribute that were processed so far'),
    changed: z.number().int().describe('Products with a list that was split'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'SplitJob' });
export type SplitJob = z.infer<typeof splitJobSchema>;

const valueKind = z.object({
  values: z.number().int(),
  distinct: z.number().int(),
  waiting: z.number().int().describe('Number of the distinct values without a file so far'),
  samples: z
    .array(z.string())
    .describe('Up to 12 of the distinct values, spread over their alphabetical order, truncated to 200 characters'),
});

export const conversionPreviewSchema = z
  .object({
    attributeId: z.string(),
    path: z.string(),
    type: z.string().describe('Current type of the attribute'),
    multiValue: z.boolean(),
    convertible: z.boolean().describe('False for a composite: its rows cannot be assets'),
    products: z.number().int().describe('Products with a value of the attribute, or of the composite that contains it'),
    values: z.number().int(),
    urls: valueKind.describe('http and https URLs: one download for each distinct URL'),
    ids: valueKind.describe('Asset ids: each distinct id waits for its upload'),
    lists: valueKind.describe(
      'Several addresses or file names in one text, separated by commas, semicolons, vertical bars, line ends, or blanks between addresses. A list that begins with a URL fails as a download; any other waits for an upload. Split the lists first',
    ),
    brokenUrls: valueKind.describe(
      'Addresses without a scheme (`//host`, `www.host`, `host.example/a.jpg`), with a damaged one (`http:/host`, `https//host`), or with a control character inside',
    ),
    paths: valueKind.describe('Paths on a disk or a server, such as `/media/a.jpg` or a path with a drive letter'),
    placeholders: valueKind.describe('Texts that stand for "no file", such as `N/A` or `-`'),
    others: valueKind.describe(
      'Values that look like none of these: other schemes, several lines, blanks without a file name extension, more than 255 characters. Like ids, paths, placeholders and addresses without a scheme, each distinct value waits for an upload under exactly this text',
    ),
    refused: valueKind.describe(
      'Empty texts. An asset attribute takes none, so the conversion is refused while there are any',
    ),
    job: conversionJobSchema.nullable().describe('The last conversion of this attribute'),
    split: splitJobSchema.nullable().describe('The last split of lists of this attribute'),
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
  summary: 'Preview the conversion of an attribute to Asset, and get the progress of a conversion',
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
    split: splitJobSchema.nullable().describe('The last split of lists of this attribute'),
    assets: z
      .object({
        waitingForUpload: assetCount.describe('Ids whose file is not uploaded yet'),
        waitingForDownload: assetCount.describe('Not attempted yet'),
        downloading: assetCount.describe('Being downloaded'),
        retrying: assetCount.describe('Failed so far; will be retried'),
        ready: assetCount.describe('Downloaded or uploaded'),
        failed: assetCount,
      })
      .describe('Assets that products refer to through the attribute, by state'),
    failures: z
      .array(z.object({ statusCode: z.string(), assets: assetCount, sample: z.string() }))
      .describe('Reasons of failed and retried downloads, the most frequent first, each with one example'),
  })
  .meta({ id: 'ConversionProgress' });
export type ConversionProgress = z.infer<typeof conversionProgressSchema>;

/**
 * Responses that two operations share: one operation for operators (any client), and one for keys that may define attributes (only their
 * own client).
 */
export const conversionProgressAnswers = {
  200: { description: 'The conversion and counts of its assets', schema: conversionProgressSchema },
} as const;

export const getConversionProgress = operation({
  id: 'getConversionProgress',
  method: 'GET',
  path: `${conversionPath}/progress`,
  tag,
  summary: 'Get the progress of a conversion and the states of its assets',
  permission: { who: 'operator' },
  params: conversionParams,
  query: none,
  answers: conversionProgressAnswers,
  problems: ['unknown-client', 'unknown-attribute'],
});

export const convertAttribute = operation({
  id: 'convertAttribute',
  audit: { object: 'definition', id: 'attributeId' },
  method: 'POST',
  path: conversionPath,
  tag,
  summary: 'Convert an attribute to Asset, or back to string',
  description:
    'From now on, imports use the new type. Stored values are processed in the background: URLs are downloaded, ids wait for uploads.',
  permission: { who: 'operator' },
  params: conversionParams,
  query: none,
  body: convertAttributeBody,
  answers: { 202: { description: 'The conversion was started', schema: conversionPreviewSchema } },
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

export const splitDescription =
  'Makes the attribute multi-value and splits each stored list of addresses or file names into its parts, in the background. Only separators are removed. A list with a part that the definition does not allow stays as it is. From now on, imports must send lists.';
export const splitProblems = [
  'unknown-attribute',
  'values-do-not-fit',
  'invalid-definitions',
  'not-possible-now',
] as const;

export const splitAttribute = operation({
  id: 'splitAttribute',
  audit: { object: 'definition', id: 'attributeId' },
  method: 'POST',
  path: `${conversionPath}/split`,
  tag,
  summary: 'Split the stored lists of an attribute into several values',
  description: splitDescription,
  permission: { who: 'operator' },
  params: conversionParams,
  query: none,
  answers: { 202: { description: 'The split was started', schema: conversionProgressSchema } },
  problems: ['unknown-client', ...splitProblems],
});
