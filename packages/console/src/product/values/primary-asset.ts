import type { AttributeDefinition } from '@pimento/contract';

/** The reserved field that always is an asset, as if it were an attribute. */
export const primaryAsset: AttributeDefinition = {
  id: 'PRIMARY_ASSET',
  path: 'PRIMARY_ASSET',
  name: 'PRIMARY_ASSET',
  compositeAttribute: null,
  type: { id: 'asset', multiValue: false },
};
