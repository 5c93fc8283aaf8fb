export * from './core.ts';
export { openStandards } from './standards-feature.ts';
