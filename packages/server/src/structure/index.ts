export * from './core.ts';
export { rootIdOf } from './definitions/attribute-key.ts';
export { type TypeChange } from './changes/merge-service.ts';
export { getAttributeLocation, putDefinitions } from './definition-service.ts';
export { openStructure } from './structure-feature.ts';
export { rewriteValues } from './stored-values/held-value-store.ts';
export { compilePatterns } from './values/value-pattern.ts';
