// The part of catalog that merges and stores products, without its routes.
export { appendHistory, type HistoryWrite } from './history-store.ts';
export { createState, type MergeMode, mergeProduct, type ProductPatch } from './merge-rules.ts';
export { childrenOf, findCycle, type PackagingGraph } from './packaging-rules.ts';
export { createRowWriter, type ProductWrite, rowsEnd, rowsStart, type RowWriter } from './product-row.ts';
export {
  compareFingerprints,
  findPackaging,
  copyProducts,
  insertProducts,
  lockPackaging,
  lockProducts,
  type ProductRows,
  ProductsMet,
  updateProducts,
} from './product-store.ts';
export type { PackagingLink, ProductState, StoredRow, StoredValue, ValueChange } from './product-types.ts';
