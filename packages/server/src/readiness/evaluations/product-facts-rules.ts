import type { RawValue } from '@pimento/formula';
import type { Override } from '../evaluate/override-value.ts';
import type { ProductFacts } from '../evaluate/ruleset.ts';
import type { KnownAsset } from '../values/known-asset.ts';
import type { AssetRow, OverrideRow } from './product-facts-views.ts';

/** Converts a file to the form that evaluations read. */
function knownAsset(row: Omit<AssetRow, 'productId' | 'assetId'>): KnownAsset {
  const { status, hasContent, name, contentType, size, width, height, url, origin } = row;
  return {
    state: hasContent ? 'ready' : status === 'FAILED' ? 'failed' : 'waiting',
    fileName: name,
    facts: {
      address: origin === 'download' ? url : null,
      ...(contentType !== null && { type: contentType }),
      ...(size !== null && { size }),
      ...(width !== null && { width }),
      ...(height !== null && { height }),
    },
  };
}

/**
 * Returns the facts about a product that an evaluation reads in addition to the product's row.
 * @param overrides the overrides of the product on the channel
 */
export function productFacts(
  revision: number,
  assets: readonly AssetRow[],
  overrides: readonly OverrideRow[],
): ProductFacts {
  const values = new Map<string, Override>();
  let categoryOverride: string | undefined;
  for (const { target, value, productRevision } of overrides) {
    if (target === '') categoryOverride = typeof value === 'string' ? value : undefined;
    // The type assertion is safe, because a value is checked before it is stored. A stored value is a string, a list of strings, or rows.
    else values.set(target, { value: value as RawValue, isOutdated: productRevision < revision });
  }
  return {
    assets: new Map(assets.map((row) => [row.assetId, knownAsset(row)])),
    overrides: values,
    categoryOverride,
  };
}
