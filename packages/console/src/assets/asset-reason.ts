import type { Asset } from '@pimento/contract';
import type { Messages } from '../i18n/en.ts';

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
