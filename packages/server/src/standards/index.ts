export * from './core.ts';
export { openStandards } from './standards-feature.ts';
export { requireLimits } from './mapping/check-service.ts';
export { unknownMapping } from './mapping/mapping-reading-service.ts';
