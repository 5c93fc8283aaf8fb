export * from './core.ts';
export { openStandards } from './standards-feature.ts';
export { exportMapping } from './mapping/copy-service.ts';
export { findPublished } from './mapping/mapping-views.ts';
export { findVersion } from './versions/standard-views.ts';
