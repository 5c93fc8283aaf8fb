export { importRoutes } from './import-routes.ts';
export { startImportRunner } from './import-runner.ts';
export { createImportThreads } from './import-threads.ts';
export type { ImportLimits } from './import-types.ts';
export { findJsonFault } from './json-fault.ts';
