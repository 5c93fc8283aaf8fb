import type { Asset } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';

/** Why an asset failed, or its last refresh did, in a person's words; undefined where nothing is wrong. */
export function assetReason(
  t: Messages,
  { statusCode, statusInfo }: Pick<Asset, 'statusCode' | 'statusInfo'>,
): string | undefined {
  if (statusCode === null) return undefined;
  const http = /^http-(\d{3})$/.exec(statusCode)?.[1];
  if (http !== undefined) return t.assets.httpReason(http);
  return t.assets.reasons[statusCode] ?? statusInfo ?? statusCode;
}

/** Why a file that is there is shown without a picture of it; undefined where it has one, or is no picture. */
export function previewReason(
  t: Messages,
  { status, preview, previewCode, contentType }: Pick<Asset, 'status' | 'preview' | 'previewCode' | 'contentType'>,
): string | undefined {
  if (status !== 'READY') return undefined;
  const { unknown, ...reasons } = t.assets.previewReasons;
  if (preview === 'failed') return t.assets.withoutPreview(reasons[previewCode ?? ''] ?? unknown);
  const isOther = preview === 'none' && contentType?.startsWith('image/') === true;
  return isOther ? t.assets.withoutPreview(reasons['other-format'] ?? unknown) : undefined;
}
