export * from './core.ts';
export { readActorNames } from './history-views.ts';
export { matches } from './product-filter-views.ts';
export { readFilter, readProductId, type ResolvedFilter } from './product-filter.ts';
export { productDeletionRoutes } from './product-deletion-routes.ts';
export { startProductDeletions } from './product-deletion-runner.ts';
export { catalogRoutes } from './product-routes.ts';
export { compileProductView, type ProductView, productText } from './product-view-rules.ts';
export { type SearchIndexing, startSearchIndexing } from './search-runner.ts';
