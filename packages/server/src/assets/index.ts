export { readAllowedRanges } from './address-rules.ts';
export { assetRoutes } from './asset-routes.ts';
export { type AssetWork, type DownloadLimits, startAssetWork, usualLimits } from './asset-work.ts';
export { contentRoutes } from './content-routes.ts';
export { conversionRoutes } from './conversion-routes.ts';
export { queueConversions } from './conversion-service.ts';
export type { Resolve } from './guarded-agent.ts';
export { applyReferences } from './reference-service.ts';
export { deleteUses } from './reference-store.ts';
