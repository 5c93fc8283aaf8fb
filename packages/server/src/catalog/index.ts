export { readActorNames } from './history-views.ts';
export { appendHistory, type HistoryWrite } from './history-store.ts';
export { createState, type MergeMode, mergeProduct, type ProductPatch } from './merge-rules.ts';
export { childrenOf, findCycle, type PackagingGraph } from './packaging-rules.ts';
export {
  compareFingerprints,
  findPackaging,
  insertProducts,
  lockPackaging,
  lockProducts,
  type ProductRow,
  type ProductWrite,
  updateProducts,
  writeRow,
} from './product-store.ts';
export type { PackagingLink, ProductState, StoredRow, StoredValue, ValueChange } from './product-types.ts';
export { matches } from './product-filter-views.ts';
export { readFilter, readProductId, type ResolvedFilter } from './product-filter.ts';
export { catalogRoutes } from './product-routes.ts';
export { compileProductView, type ProductView, productText } from './product-view-rules.ts';
