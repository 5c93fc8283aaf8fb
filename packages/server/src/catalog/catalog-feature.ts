import type { ClientActivity, Metrics, Replica, Route, Worker } from '../platform/index.ts';
import { startChangeRetention } from './changes/change-retention-runner.ts';
import { type HistoryRetentionDeps, startHistoryRetention } from './history/history-retention-runner.ts';
import { productDeletionRoutes } from './deletion/product-deletion-routes.ts';
import { startProductDeletions } from './deletion/product-deletion-runner.ts';
import { createExporter } from './export/export-service.ts';
import { type CatalogDeps, catalogRoutes } from './product-routes.ts';
import { savedViewRoutes } from './saved-view-routes.ts';
import { valueRoutes } from './value-routes.ts';
import { type SearchIndexing, type SearchIndexingDeps, startSearchIndexing } from './search/search-runner.ts';

export interface CatalogFeature extends AsyncDisposable {
  routes: Route[];
  searchIndexing: SearchIndexing;
  /** Deletes old changes to products from the history. */
  historyRetention: Worker;
  /** Starts deletions that have just been stored. */
  wakeDeletions(): void;
}

/** Starts the background work and creates the routes. */
export function openCatalog(
  deps: Omit<CatalogDeps, 'exporter'> &
    SearchIndexingDeps &
    HistoryRetentionDeps & { activity: ClientActivity; metrics: Metrics; replica: Replica | undefined },
): CatalogFeature {
  const opened = new AsyncDisposableStack();
  const deletions = opened.use(startProductDeletions(deps));
  opened.use(startChangeRetention(deps));
  const historyRetention = opened.use(startHistoryRetention(deps));
  const exporter = opened.use(createExporter(deps));
  const searchIndexing = opened.use(startSearchIndexing(deps));
  return {
    searchIndexing,
    historyRetention,
    wakeDeletions: deletions.wake,
    routes: [
      ...catalogRoutes({ ...deps, exporter }),
      ...productDeletionRoutes({ ...deps, onQueued: deletions.wake }),
      ...savedViewRoutes(deps),
      ...valueRoutes(deps),
    ],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
