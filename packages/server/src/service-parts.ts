import type { ImportLimits, openImports } from './imports/index.ts';
import type { AllowedRanges } from './platform/index.ts';

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
