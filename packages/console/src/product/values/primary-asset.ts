import type { AttributeDefinition } from '@pimento/contract';

/** A definition for the reserved field PRIMARY_ASSET, whose value is always an asset. */
export const primaryAsset: AttributeDefinition = {
  id: 'PRIMARY_ASSET',
  path: 'PRIMARY_ASSET',
  name: 'PRIMARY_ASSET',
  compositeAttribute: null,
  type: { id: 'asset', multiValue: false },
};
