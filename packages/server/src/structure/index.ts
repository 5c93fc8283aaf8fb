export * from './core.ts';
export { pathOfKey, rootIdOf } from './attribute-key.ts';
export { structureRoutes } from './definition-routes.ts';
export { getAttributePlace, putDefinitions, type TypeChange } from './definition-service.ts';
export { compilePatterns, judgePatterns } from './value-pattern.ts';
