import type { openImports } from './imports/index.ts';
import type { ServiceOptions } from './service-options.ts';

export const importOptions = (options: ServiceOptions): Parameters<typeof openImports>[1] => ({
  threads: options.importThreads,
  limits: options.importLimits,
  spoolFolder: options.spoolFolder,
  dropAddress: options.importFolder,
  allowed: options.assets.allowed,
});
