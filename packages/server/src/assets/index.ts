export * from './core.ts';
export { type AssetOptions, type Assets, openAssets } from './asset-feature.ts';
export type { AssetWork } from './asset-work.ts';
export { deleteUses } from './references/reference-store.ts';
export { createWorkLoop, type WorkLoop } from './work-loop.ts';
