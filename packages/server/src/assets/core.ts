// The part of assets that an import stores with its products, without uploads, downloads and stores of bytes.
export {
  listReferenceChanges,
  listReferences,
  type ReferenceChange,
  type References,
} from './references/reference-rules.ts';
export { saveReferences } from './references/reference-service.ts';
