export * from './core.ts';
export { pathOfKey, rootIdOf } from './definitions/attribute-key.ts';
export { structureRoutes } from './definition-routes.ts';
export { getAttributeLocation, putDefinitions, type TypeChange } from './definition-service.ts';
export { rewriteValues } from './stored-values/held-value-store.ts';
export { compilePatterns, judgePatterns } from './values/value-pattern.ts';
