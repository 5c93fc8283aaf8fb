export { importRoutes } from './import-routes.ts';
export { type ImportRunner, startImportRunner } from './import-runner.ts';
export { createImportThreads, type ImportThreads } from './import-threads.ts';
export type { ImportLimits } from './import-types.ts';
export { findJsonFault } from './json-fault.ts';
