// The exports that worker threads need, for example to merge, store and print products. They include no routes.
export { exportAllProducts } from './export/export-content-service.ts';
export { deletedState } from './history/history-rules.ts';
export { appendHistory } from './history/history-store.ts';
export {
  createState,
  findDifferences,
  type MergeMode,
  mergeProduct,
  type ProductPatch,
} from './product/merge-rules.ts';
export { childrenOf, findCycle, type PackagingGraph } from './product/packaging-rules.ts';
export { createRowWriter, type ProductWrite, rowsEnd, rowsStart, type RowWriter } from './product/product-row-rules.ts';
export {
  compareFingerprints,
  findExistingIds,
  findPackaging,
  copyProducts,
  insertProducts,
  lockPackaging,
  lockProducts,
  type ProductRows,
  updateProducts,
} from './product/product-store.ts';
export type { PackagingLink, ProductState, StoredRow, StoredValue, ValueChange } from './product/product-types.ts';
export { findReservedField } from './product/reserved-field-rules.ts';
export { findMatchingIds } from './search/product-search-service.ts';
export { canRestore, isChosen } from './deletion/product-deletion-views.ts';
export { isCreatedBy, isUnchangedSince } from './deletion/created-product-views.ts';
export { descend, findTopLevel, type Judged } from './views/product-condition-rules.ts';
export { filterFromJson } from './views/filter-time-rules.ts';
export { resolveFilter } from './views/product-filter-rules.ts';
export { attributeText, compileProductView, type ProductView, productText } from './views/product-view-rules.ts';
