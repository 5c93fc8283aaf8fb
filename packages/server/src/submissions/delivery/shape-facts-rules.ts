import type { PackagingLink, ProductState, StoredRow } from '../../catalog/core.ts';
import type { EvaluatedProduct, KnownAsset, Override, ProductFacts } from '../../readiness/core.ts';
import type { PinnedAsset } from '../snapshot/asset-pin-views.ts';
import type { SubmittedRow } from './submitted-product-views.ts';

/** Returns a submitted product as evaluations read it. */
export function evaluatedProduct(row: SubmittedRow): EvaluatedProduct {
  const { productId, name, family, category, primaryAsset, values, packaging } = row;
  return {
    productId,
    name,
    family,
    category,
    primaryAsset,
    values,
    // this column is a copy of what the import wrote
    packaging: packaging === null ? null : (JSON.parse(packaging) as EvaluatedProduct['packaging']),
  };
}

/** Returns a product's files, category and overrides as they were fixed when the product was submitted. */
export function submittedFacts(row: SubmittedRow, pinned: ReadonlyMap<string, PinnedAsset>): ProductFacts {
  const set = new Map(Object.entries(overridesOf(row)));
  const category = set.get('');
  set.delete('');
  const byPerson = typeof category === 'string' ? category : undefined;
  return {
    assets: new Map(
      row.assetIds.flatMap((id) => {
        const asset = pinned.get(id);
        return asset === undefined ? [] : [[id, knownAsset(asset)] as const];
      }),
    ),
    // A change to the product after the override was set affects only a warning.
    overrides: new Map(Array.from(set, ([target, value]) => [target, { value, isOutdated: false }])),
    categoryOverride: row.channelCategory ?? byPerson,
  };
}

function overridesOf({ overrides }: SubmittedRow): Record<string, Override['value']> {
  return overrides === null ? {} : (JSON.parse(overrides) as Record<string, Override['value']>); // overrides are validated when they are stored
}

function knownAsset({ name, contentType, size, width, height, sourceUrl }: PinnedAsset): KnownAsset {
  return {
    state: 'ready',
    fileName: name,
    facts: {
      address: sourceUrl,
      type: contentType,
      size,
      ...(width !== null && { width }),
      ...(height !== null && { height }),
    },
  };
}

/** Parses a product as the import stored it. */
export function stateOf({ name, family, category, primaryAsset, values, packaging }: SubmittedRow): ProductState {
  return {
    name,
    family,
    category,
    primaryAsset,
    values: JSON.parse(values) as StoredRow, // this column is a copy of what the import wrote
    packaging: packaging === null ? null : (JSON.parse(packaging) as PackagingLink[]), // this column is a copy of what the import wrote
  };
}
