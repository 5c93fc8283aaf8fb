import type { Asset } from '@pimento/contract';
import type { Messages } from '../../i18n/en.ts';

/** Returns the reason why an asset or its last refresh failed, in the user's language, or undefined if neither failed. */
export function assetReason(
  t: Messages,
  { statusCode, statusInfo }: Pick<Asset, 'statusCode' | 'statusInfo'>,
): string | undefined {
  if (statusCode === null) return undefined;
  const http = /^http-(\d{3})$/.exec(statusCode)?.[1];
  if (http !== undefined) return t.assets.httpReason(http);
  return t.assets.reasons[statusCode] ?? statusInfo ?? statusCode;
}

/**
 * Returns the reason why a stored file has no preview. Either it could not be made, or the format of the image is not supported. Returns
 * undefined if the asset is not ready, if the preview exists or is pending, and for files other than images that never have a preview.
 */
export function previewReason(
  t: Messages,
  { status, preview, previewCode, contentType }: Pick<Asset, 'status' | 'preview' | 'previewCode' | 'contentType'>,
): string | undefined {
  if (status !== 'READY') return undefined;
  const { unknown, ...reasons } = t.assets.previewReasons;
  if (preview === 'failed') return t.assets.withoutPreview(reasons[previewCode ?? ''] ?? unknown);
  const isOtherFormat = preview === 'none' && contentType?.startsWith('image/') === true;
  return isOtherFormat ? t.assets.withoutPreview(reasons['other-format'] ?? unknown) : undefined;
}
