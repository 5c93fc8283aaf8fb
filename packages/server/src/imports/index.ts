export { type ImportFeature, openImports } from './import-feature.ts';
export { resealSources } from './source-sealing-service.ts';
export type { ImportLimits } from './judge/import-types.ts';
export { findJsonFault } from './read/json-fault.ts';
export { failWaitingJobs } from './jobs/job-end-store.ts';
