// The exports that import threads and the archives of clients need, for example to store products. They include no uploads, downloads or
// object stores.
export { assetTextOf } from './references/asset-id-rules.ts';
export {
  listReferenceChanges,
  listReferences,
  type ReferenceChange,
  type References,
} from './references/reference-rules.ts';
export { contentKey } from './content/content-intake.ts';
export { saveReferences } from './references/reference-service.ts';
export { hasStatus as hasAssetStatus, storedStatuses } from './records/asset-status-views.ts';
