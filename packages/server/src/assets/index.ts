export * from './core.ts';
export { type AssetOptions, type AssetFeature, openAssets } from './asset-feature.ts';
export { areFilesHeld, holdFiles, releaseAllFiles, releaseFiles } from './content/file-hold-store.ts';
export type { AssetRunner } from './asset-runner.ts';
export { deleteUses } from './references/reference-store.ts';
