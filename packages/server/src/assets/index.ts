export { type AssetOptions, type Assets, openAssets } from './asset-feature.ts';
export type { AssetWork } from './asset-work.ts';
export { listReferenceChanges, listReferences, type ReferenceChange, type References } from './reference-rules.ts';
export { saveReferences } from './reference-service.ts';
export { deleteUses } from './reference-store.ts';
