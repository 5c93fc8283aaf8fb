export * from './core.ts';
export { type AssetOptions, type AssetFeature, openAssets } from './asset-feature.ts';
export { areFilesHeld, extendHold, holdFiles, releaseAllFiles, releaseFiles } from './content/file-hold-store.ts';
export type { AssetRunner } from './asset-runner.ts';
export { deleteUses } from './references/reference-store.ts';
// for other features that download files
export { cleanFileName, nameInDisposition, nameInPath } from './content/file-name-rules.ts';
export { fileBytes } from './download/download-body.ts';
export { requestFile } from './download/download-request.ts';
export { watchDownload } from './download/download-pace.ts';
export { refusalOf } from './download/address-refusal.ts';
export { failureOf, readContentLength, readValidator } from './download/download-rules.ts';
