export { importRoutes } from './import-routes.ts';
export { startImportRunner } from './import-runner.ts';
export { createImportThreads } from './run/import-threads.ts';
export type { ImportLimits } from './judge/import-types.ts';
export { findJsonFault } from './read/json-fault.ts';
