import type { SearchIndexing } from './catalog/index.ts';
import type { ImportFeature, ImportLimits, openImports } from './imports/index.ts';
import type { AllowedRanges, Metrics } from './platform/index.ts';

/** The options of the service that imports need. */
interface ImportSettings {
  importThreads: number;
  importLimits: ImportLimits;
  spoolFolder: string;
  importFolder?: string | undefined;
  assets: { allowed: AllowedRanges };
}

/** Returns the options of imports. */
export const importOptions = (options: ImportSettings): Parameters<typeof openImports>[1] => ({
  threads: options.importThreads,
  limits: options.importLimits,
  spoolFolder: options.spoolFolder,
  dropAddress: options.importFolder,
  allowed: options.assets.allowed,
});

/** Adds the metrics that are read from features. */
export function addGauges(
  metrics: Metrics,
  { imports, searchIndexing }: { imports: ImportFeature; searchIndexing: SearchIndexing },
): void {
  metrics.addGauge({
    name: 'pimento_imports_running',
    help: 'Imports that threads of this process work on',
    read: () => imports.running().length,
  });
  metrics.addGauge({
    name: 'pimento_search_backlog_products',
    help: 'Changed products that wait to be put into the search index',
    read: () => searchIndexing.backlog(),
  });
}
